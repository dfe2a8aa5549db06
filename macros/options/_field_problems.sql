{# Problems in the options of single columns and of sequence groups. #}
{% macro _field_problems(given, query) %}
  {% set options = given.options %}
  {% set problems = [] %}
  {% set names = query | map(attribute='lower_name') | list %}
  {% set sequence = options.sequence_field | map('lower') | list %}
  {% for field, settings in given.fields.items() %}
    {% for name in field.split(',') + (settings.sequence_group or []) if query and name | lower not in names %}
      {% do problems.append("'fields' names '" ~ name ~ "', which is not a column of the SELECT (it has "
          ~ names | join(', ') ~ ")"
          ~ tablestore._near_names(name, names)) %}
    {% endfor %}
    {% if settings.sequence_group is defined and not settings.sequence_group %}
      {% do problems.append("fields['" ~ field ~ "'].sequence_group names no columns: name those that '" ~ field
          ~ "' orders, or remove it") %}
    {% endif %}
    {% if settings.aggregate_function and field in sequence
        and options.merge_engine in ['aggregation', 'partial-update'] %}
      {% do problems.append("sequence field '" ~ field
          ~ "' always keeps the value of its newest row: remove its aggregate_function") %}
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

{# Problems of the aggregate function of a column. #}
{% macro _function_problems(given, column, sequence) %}
  {% set problems = [] %}
  {% set settings = given.fields.get(column.lower_name, {}) %}
  {% set name = settings.aggregate_function or given.options.default_aggregate_function or 'last_non_null_value' %}
  {% set keys = given.options.primary_key | map('lower') | list + sequence + tablestore._reserved_columns() %}
  {% if column.lower_name in keys or name not in tablestore.aggregates() %}
    {{ return([]) }}
  {% endif %}
  {% set function = tablestore.aggregates()[name](column, settings) %}
  {% set families = function.types %}
  {% if not tablestore._is_type_of(column.type, families) %}
    {% do problems.append("column '" ~ column.name ~ "' is of type " ~ column.type ~ "; " ~ name ~ " takes "
        ~ families | join(' or ')
        ~ ": cast the column, or give it another aggregate_function") %}
  {% endif %}
  {% if column.type == function.refused_type %}
    {% do problems.append("column '" ~ column.name ~ "' is of type " ~ column.type ~ ', of which Spark computes no '
        ~ name ~ ' with all digits: cast it to a type with fewer digits after the point') %}
  {% endif %}
  {% if name == 'count' and given.options.changelog_producer == 'input' and column.lower_name
      == given.options.rowkind_field | default('', true) | lower %}
    {% do problems.append("column '" ~ column.name ~ "' is counted and is the kind of each row of the changelog: write"
        ~ " fields={'" ~ column.name ~ "': {'aggregate_function': 'last_value'}}") %}
  {% endif %}
  {% set type = tablestore._parsed_type(column.type) if settings.nested_key %}
  {% set fields = type.element.fields | map(attribute='name') | map('lower') | list if type and type.kind == 'array'
      and type.element.kind == 'struct' else none %}
  {% for nested in settings.nested_key or [] if fields is not none and nested | lower not in fields %}
    {% do problems.append("nested_key of column '" ~ column.name ~ "' names '" ~ nested ~ "', which is not a field of "
        ~ column.type) %}
  {% endfor %}
  {% if settings.ignore_retract and given.options.aggregation_remove_record_on_delete %}
    {% do problems.append("column '" ~ column.name
        ~ "' has ignore_retract and the model aggregation_remove_record_on_delete:"
        ~ " a delete cannot be ignored and also remove the row, remove one of them") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# Problems of the sequence groups of a partial-update table, and of aggregate functions outside of them. #}
{% macro _group_problems(given, query, sequence) %}
  {% set problems, members, fields = [], [], [] %}
  {% set options = given.options %}
  {% for field, settings in given.fields.items() if settings.sequence_group %}
    {% do fields.extend(field.split(',')) %}
    {% for member in settings.sequence_group | map('lower') %}
      {% if member in members %}
        {% do problems.append("column '" ~ member
            ~ "' is a member of several sequence groups: keep it in one of them") %}
      {% endif %}
      {% do members.append(member) %}
    {% endfor %}
  {% endfor %}
  {% for field, settings in given.fields.items() if settings.aggregate_function and field in fields %}
    {% do problems.append("column '" ~ field
        ~ "' orders a sequence group and always keeps its newest value: remove its aggregate_function") %}
  {% endfor %}
  {% set keys = options.primary_key | map('lower') | list + sequence + fields + tablestore._reserved_columns() %}
  {% for column in query if column.lower_name not in keys %}
    {% set name = given.fields.get(column.lower_name, {}).aggregate_function or options.default_aggregate_function %}
    {% if name and column.lower_name not in members and name != 'last_non_null_value' %}
      {% do problems.append("column '" ~ column.name ~ "' has the aggregate function " ~ name
          ~ " and no sequence group: name it in one, fields={'version': {'sequence_group': ['"
          ~ column.name ~ "']}}, or use merge_engine='aggregation'") %}
    {% elif name and column.lower_name in members %}
      {% do problems.extend(tablestore._function_problems(given, column, sequence)) %}
    {% endif %}
  {% endfor %}
  {% for name in options.partial_update_remove_record_on_sequence_group if name | lower not in fields %}
    {% do problems.append("'partial_update_remove_record_on_sequence_group' names '" ~ name
        ~ "', which does not order a sequence group; fields that do: "
        ~ (fields | join(', ') or 'none')) %}
  {% endfor %}
  {% if options.partial_update_remove_record_on_delete and fields %}
    {% do problems.append("partial_update_remove_record_on_delete cannot be combined with sequence groups: write"
        ~ " partial_update_remove_record_on_sequence_group instead") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
