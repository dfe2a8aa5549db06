{# Problems of the sequence groups of a partial-update table, and of aggregate functions outside of them. #}
{% macro _group_problems(given, query, sequence) %}
  {% set problems, members, fields = [], [], [] %}
  {% set options = given.options %}
  {% for field, settings in given.fields.items() if settings.sequence_group %}
    {% do fields.extend(field.split(',')) %}
    {% for member in settings.sequence_group | map('lower') %}
      {% if member in members %}
        {% do problems.append("column '" ~ member ~ "' is a member of several sequence groups: keep it in one of them") %}
      {% endif %}
      {% do members.append(member) %}
    {% endfor %}
  {% endfor %}
  {% for field, settings in given.fields.items() if settings.aggregate_function and field in fields %}
    {% do problems.append("column '" ~ field ~ "' orders a sequence group and always keeps its newest value: remove its aggregate_function") %}
  {% endfor %}
  {% set keys = options.primary_key | map('lower') | list + sequence + fields + tablestore._reserved_columns() %}
  {% for column in query if column.lower_name not in keys %}
    {% set name = given.fields.get(column.lower_name, {}).aggregate_function or options.default_aggregate_function %}
    {% if name and column.lower_name not in members and name != 'last_non_null_value' %}
      {% do problems.append("column '" ~ column.name ~ "' has the aggregate function " ~ name ~ " and no sequence group: name it in one, fields={'version': {'sequence_group': ['"
          ~ column.name ~ "']}}, or use merge_engine='aggregation'") %}
    {% elif name and column.lower_name in members %}
      {% do problems.extend(tablestore._function_problems(given, column, sequence)) %}
    {% endif %}
  {% endfor %}
  {% for name in options.partial_update_remove_record_on_sequence_group if name | lower not in fields %}
    {% do problems.append("'partial_update_remove_record_on_sequence_group' names '" ~ name ~ "', which does not order a sequence group; fields that do: "
        ~ (fields | join(', ') or 'none')) %}
  {% endfor %}
  {% if options.partial_update_remove_record_on_delete and fields %}
    {% do problems.append("partial_update_remove_record_on_delete cannot be combined with sequence groups: write partial_update_remove_record_on_sequence_group instead") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
