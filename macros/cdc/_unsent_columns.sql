{#
  The columns whose values may not have been sent, with the columns that say so; empty if no message lacks one. This
  takes a search for their text; only if it is there, the changes are sorted by their key.
#}
{% macro _unsent_columns(stream, decoder, types, options) %}
  {% set unsent, conditions = {}, [] %}
  {% for name, type in types.items() if decoder.numbers and stream.types and options.primary_key
      and tablestore._is_unavailable_value('', type) %}
    {% do unsent.update({name: '_unsent_' ~ loop.index}) %}
  {% endfor %}
  {% for text in tablestore._unavailable_texts().values() %}
    {% do conditions.append('contains(' ~ stream.value ~ ", '" ~ text ~ "')") %}
  {% endfor %}
  {% set query = 'select 1 as found from ' ~ stream.rows ~ ' where '
      ~ (stream.conditions + ['(' ~ conditions | join(' or ') ~ ')']) | join(' and ') ~ ' limit 1' %}
  {{ return(unsent if unsent and tablestore.query_rows(query) else {}) }}
{% endmacro %}
