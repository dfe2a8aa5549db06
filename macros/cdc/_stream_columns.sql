{#
  The columns of a stream, name -> type: as the caller has named them, those of a table, or those of the messages. While
  there are no messages, they are those of the model's table.

    stored  the table with the rows so far; none if there is none
#}
{% macro _stream_columns(sample, stored, options) %}
  {% set columns = options.columns %}
  {% set table = stored if columns is none and not sample.columns and sample.is_empty else columns %}
  {% set found = dict(columns) if columns is mapping else tablestore._columns_of_rows(table, options) %}
  {% if not found and not sample.columns %}
    {% set reason = 'the table ' ~ columns ~ ' does not exist yet' if columns is not none
        else 'there are no messages yet, whose schema would say them' if sample.is_empty
        else 'the messages have no schema' %}
    {% do tablestore.fail(options.subject, ['columns: ' ~ reason
        ~ "; name them: columns={'id': 'int', 'status': 'string'}"]) %}
  {% endif %}
  {% set types = found or sample.columns %}
  {% if options.time_column and options.time_column | lower in types.keys() | map('lower') | list %}
    {% do tablestore.fail(options.subject, ["time_column: '" ~ options.time_column ~ "' is a column of the messages; "
        ~ 'name another one']) %}
  {% endif %}
  {% do tablestore._assert_one_meaning(types, not found, sample, options) if sample.conflicts %}
  {{ return(types) }}
{% endmacro %}

{# The columns of a table that those of messages can be, without what `cdc` or a history adds; empty without a table. #}
{% macro _columns_of_rows(table, options) %}
  {% set found, added = {}, ['_row_kind', '_cdc_order', (options.time_column or '') | lower] %}
  {% do added.extend(options.versions.added) if options.versions %}
  {% for column in (tablestore._known_columns(table) if table else []) if column.name | lower not in added %}
    {% do found.update({column.name: column.type}) %}
  {% endfor %}
  {{ return(found) }}
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
