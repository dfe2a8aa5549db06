{# Problems of the aggregate function of a column. #}
{% macro _function_problems(given, column, sequence) %}
  {% set problems = [] %}
  {% set settings = given.fields.get(column.lower_name, {}) %}
  {% set name = settings.aggregate_function or given.options.default_aggregate_function or 'last_non_null_value' %}
  {% set keys = given.options.primary_key | map('lower') | list + sequence + tablestore._reserved_columns() %}
  {% if column.lower_name in keys or name not in tablestore.aggregates() %}
    {{ return([]) }}
  {% endif %}
  {% set families = tablestore.aggregates()[name](column, settings).types %}
  {% if not tablestore._is_type_of(column.type, families) %}
    {% do problems.append("column '" ~ column.name ~ "' is of type " ~ column.type ~ "; " ~ name ~ " takes " ~ families | join(' or ')
        ~ ": cast the column, or give it another aggregate_function") %}
  {% endif %}
  {% set type = tablestore._parsed_type(column.type) if settings.nested_key %}
  {% set fields = type.element.fields | map(attribute='name') | map('lower') | list if type and type.kind == 'array' and type.element.kind == 'struct' else none %}
  {% for nested in settings.nested_key or [] if fields is not none and nested | lower not in fields %}
    {% do problems.append("nested_key of column '" ~ column.name ~ "' names '" ~ nested ~ "', which is not a field of " ~ column.type) %}
  {% endfor %}
  {% if settings.ignore_retract and given.options.aggregation_remove_record_on_delete %}
    {% do problems.append("column '" ~ column.name ~ "' has ignore_retract and the model aggregation_remove_record_on_delete:"
        ~ " a delete cannot be ignored and also remove the row, remove one of them") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
