{#
  A column by which rows are laid out, as {transform, name, begin, end}: `bucket(16, id)` is the transform `bucket` of
  `id`, with what is before and after the name. It is none for the name of a column, which can contain brackets.

    names  the columns, in lower case
#}
{% macro _partition_column(entry, names) %}
  {% set text = entry.strip() %}
  {% set call = modules.re.match('((\\w+)\\s*\\((?:\\s*[0-9]+\\s*,)?\\s*)(`(?:[^`]|``)+`|[^(),`]+?)'
      ~ '(\\s*(?:,\\s*[0-9]+\\s*)?\\))$', text) if tablestore._unquoted(text) | lower not in names else none %}
  {{ return({
    'transform': call.group(2) if call else none,
    'name': tablestore._unquoted(call.group(3) if call else text),
    'begin': call.group(1) if call else '',
    'end': call.group(4) if call else '',
  }) }}
{% endmacro %}
