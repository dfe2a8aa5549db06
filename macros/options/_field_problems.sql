{# Problems in the options of single columns and of sequence groups. #}
{% macro _field_problems(given, query) %}
  {% set options = given.options %}
  {% set problems = [] %}
  {% set names = query | map(attribute='lower_name') | list %}
  {% set sequence = options.sequence_field | map('lower') | list %}
  {% for field, settings in given.fields.items() %}
    {% for name in field.split(',') + (settings.sequence_group or []) if query and name | lower not in names %}
      {% do problems.append("'fields' names '" ~ name ~ "', which is not a column of the SELECT (it has " ~ names | join(', ') ~ ")"
          ~ tablestore._near_names(name, names)) %}
    {% endfor %}
    {% if settings.sequence_group is defined and not settings.sequence_group %}
      {% do problems.append("fields['" ~ field ~ "'].sequence_group names no columns: name those that '" ~ field ~ "' orders, or remove it") %}
    {% endif %}
    {% if settings.aggregate_function and field in sequence and options.merge_engine in ['aggregation', 'partial-update'] %}
      {% do problems.append("sequence field '" ~ field ~ "' always keeps the value of its newest row: remove its aggregate_function") %}
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
