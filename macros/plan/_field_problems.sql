{# What is wrong with the options of single columns and of sequence groups. #}
{% macro _field_problems(given, query) %}
  {% set options = given.options %}
  {% set problems = [] %}
  {% set names = query | map(attribute='key') | list %}
  {% set sequence = options.sequence_field | map('lower') | list %}
  {% for field, settings in given.fields.items() %}
    {% for name in field.split(',') + (settings.sequence_group or []) if query and name | lower not in names %}
      {% do problems.append("'fields' names '" ~ name ~ "', which is not a column of the SELECT (it has " ~ names | join(', ') ~ ")"
          ~ tablestore._near_names(name, names)) %}
    {% endfor %}
    {% if settings.aggregate_function and field in sequence and options.merge_engine in ['aggregation', 'partial-update'] %}
      {% do problems.append("sequence field '" ~ field ~ "' has an aggregate function: it keeps the value of its newest row, remove the function") %}
    {% endif %}
  {% endfor %}
  {% if options.merge_engine == 'aggregation' %}
    {% for column in query %}
      {% do problems.extend(tablestore._function_problems(given, column, sequence)) %}
    {% endfor %}
  {% elif options.merge_engine == 'partial-update' %}
    {% do problems.extend(tablestore._group_problems(given, query, sequence)) %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# What is wrong with the aggregate function of a column. #}
{% macro _function_problems(given, column, sequence) %}
  {% set problems = [] %}
  {% set settings = given.fields.get(column.key, {}) %}
  {% set name = settings.aggregate_function or given.options.default_aggregate_function or 'last_non_null_value' %}
  {% set keys = given.options.primary_key | map('lower') | list + sequence + tablestore._reserved_columns() %}
  {% if column.key in keys or name not in tablestore.aggregates() %}
    {{ return([]) }}
  {% endif %}
  {% set families = tablestore.aggregates()[name](column, settings).types %}
  {% if not tablestore._is_of(column.type, families) %}
    {% do problems.append("column '" ~ column.name ~ "' is of type " ~ column.type ~ "; " ~ name ~ " takes " ~ families | join(' or ')
        ~ ": cast the column, or give it another aggregate_function") %}
  {% endif %}
  {% for nested in settings.nested_key or [] if column.type.startswith('array<struct<') and (',' ~ nested | lower ~ ':') not in
      column.type | replace('struct<', ',') %}
    {% do problems.append("nested_key of column '" ~ column.name ~ "' names '" ~ nested ~ "', which is not a field of " ~ column.type) %}
  {% endfor %}
  {% if settings.ignore_retract and given.options.aggregation_remove_record_on_delete %}
    {% do problems.append("column '" ~ column.name ~ "' has ignore_retract and the model aggregation_remove_record_on_delete:"
        ~ " a delete cannot both be ignored and remove the row, keep one of them") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
