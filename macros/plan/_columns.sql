{# Columns as the plan knows them: name as given, key for comparing, quoted for SQL. #}
{% macro _columns(columns) %}
  {% set result = [] %}
  {% for column in columns %}
    {% do result.append({'name': column.name, 'key': column.name | lower, 'type': column.type | lower,
                         'quoted': tablestore._quote(column.name)}) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}

{# Of the columns of a stored table those of its model: the time of last write is the table's own. #}
{% macro _model_columns(table_columns) %}
  {{ return(tablestore._columns(table_columns) | rejectattr('key', 'equalto', '_written_at') | list) }}
{% endmacro %}

{# The columns with these names, in the order of the names. #}
{% macro _pick(columns, names) %}
  {% set result = [] %}
  {% for name in names %}
    {% do result.extend(columns | selectattr('key', 'equalto', name) | list) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}

{# A counted column holds a bigint, whatever it counts. #}
{% macro _counted(query, given) %}
  {% for column in query if given.options.merge_engine in ['aggregation', 'partial-update'] %}
    {% if (given.fields.get(column.key, {}).aggregate_function or given.options.default_aggregate_function) == 'count'
        and column.key not in given.options.primary_key | map('lower') | list + given.options.sequence_field | map('lower') | list %}
      {% do column.update({'type': 'bigint'}) %}
    {% endif %}
  {% endfor %}
{% endmacro %}
