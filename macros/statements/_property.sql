{#
  What the names of properties of an epoch begin with; the number of a commit follows: {commits, starts, switched}. A
  property of `commits` records a commit, and one of `starts` says that the changelog starts after it. `switched` is a
  whole name: the record of the rebuild that has made the table, until it is sealed.
#}
{% macro _property_names(epoch) %}
  {{ return({
    'commits': 'tablestore.commits.' ~ epoch ~ '.',
    'starts': 'tablestore.changelog-starts.' ~ epoch ~ '.',
    'switched': 'tablestore.switched.' ~ epoch,
  }) }}
{% endmacro %}

{# Sets properties of the keyed table. #}
{% macro _property_statement(plan, properties, step='publish') %}
  {{ return({'step': step, 'sql': 'alter table ' ~ plan.table ~ ' set tblproperties '
      ~ tablestore._property_list(properties)}) }}
{% endmacro %}

{#
  Table properties as SQL, in parentheses. A later mapping overrides an earlier one.

  SHOW TBLPROPERTIES has `*********(redacted)` in place of a property with one of these words in its name or its value:
  `page_url` and `hourly` have one. They are those of Spark's settings spark.sql.redaction.options.regex and
  spark.redaction.regex. Ours are written without them, see `_shown_text`.
#}
{% macro _property_list() %}
  {% set merged, names, values, pairs = {}, [], [], [] %}
  {% for mapping in varargs %}
    {% do merged.update(mapping) %}
  {% endfor %}
  {% for name, value in merged.items() %}
    {% set words = modules.re.findall('(?i)url|secret|password|token|access[.]?key|credential', name ~ ' ' ~ value)
        if name.startswith('tablestore.') else [] %}
    {% do names.append(tablestore._escaped_words(name, words) if words else name) %}
    {% do values.append(tablestore._shown_text(value | string, words) if words else value) %}
  {% endfor %}
  {% set literals = tablestore._string_literals(names + values) %}
  {% for value in literals[names | length:] %}
    {% do pairs.append(literals[loop.index0] ~ ' = ' ~ value) %}
  {% endfor %}
  {{ return('(' ~ pairs[0] ~ ')' if pairs | length == 1 else '(\n  ' ~ pairs | join(',\n  ') ~ '\n)') }}
{% endmacro %}

{# A text as JSON without these words, if it has one; otherwise as it is. `table_properties` reads both. #}
{% macro _shown_text(text, words) %}
  {% set is_json = text.startswith(('{', '[')) and fromjson(text) is not none %}
  {{ return(text if tablestore._escaped_words(text, words) == text
      else tablestore._escaped_words(text if is_json else tojson(text), words)) }}
{% endmacro %}

{#
  A text that is a part of JSON, with an escape in place of the last letter of these words. That is never a part of an
  escape that is there already.
#}
{% macro _escaped_words(text, words) %}
  {% set escapes = {'d': '64', 'l': '6c', 'n': '6e', 't': '74', 'y': '79', 'D': '44', 'L': '4c', 'N': '4e', 'T': '54',
      'Y': '59'} %}
  {% set escaped = namespace(text=text) %}
  {% for word in words %}
    {% set escaped.text = escaped.text | replace(word, word[:-1] ~ '\\u00' ~ escapes[word[-1]]) %}
  {% endfor %}
  {{ return(escaped.text) }}
{% endmacro %}
