{# The columns of a stream, name -> type: as the caller has named them, those of a table, or those of the messages. #}
{% macro _stream_columns(columns, sample, options) %}
  {% set found = dict(columns) if columns is mapping else {} %}
  {% if columns is not mapping and columns is not none %}
    {% for column in tablestore._known_columns(columns) if column.name | lower not in
        ['_row_kind', '_cdc_order', (options.time_column or '') | lower] %}
      {% do found.update({column.name: column.type}) %}
    {% endfor %}
  {% endif %}
  {% if not found and not sample.columns %}
    {% do tablestore.fail(options.subject, ['columns: '
        ~ ('the table ' ~ columns ~ ' does not exist yet' if columns is not none else 'the messages have no schema')
        ~ "; name them: columns={'id': 'int', 'status': 'string'}"]) %}
  {% endif %}
  {% set types = found or sample.columns %}
  {% do tablestore._assert_one_meaning(types, not found, sample, options) if sample.conflicts %}
  {{ return(types) }}
{% endmacro %}

{#
  Fails if the messages of a run say different things about a column. What its numbers mean must be the same in all of
  them; its type only if the model takes it from the messages.
#}
{% macro _assert_one_meaning(types, are_of_messages, sample, options) %}
  {% set problems = [] %}
  {% for name, meanings in sample.conflicts.items() if name in types %}
    {% set differ = meanings[0].get('unit') != meanings[1].get('unit')
        or meanings[0].get('scale') != meanings[1].get('scale') %}
    {% if differ or are_of_messages %}
      {% set words = [] %}
      {% for meaning in meanings %}
        {% do words.append(meaning.type ~ (' in ' ~ meaning.unit if meaning.get('unit') else '')) %}
      {% endfor %}
      {% do problems.append('column ' ~ name ~ ' is ' ~ words[0] ~ ' in the schema of some messages, and ' ~ words[1]
          ~ ' in that of others: ' ~ ('read those before the change and those after it in two runs' if differ
          else 'name its type, columns=...')) %}
    {% endif %}
  {% endfor %}
  {% do tablestore._cannot_read(options.subject, problems) %}
{% endmacro %}
