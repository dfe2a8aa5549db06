{# Problems of a history whose columns are in sequence groups. `query` has the columns of the SELECT. #}
{% macro _group_history_problems(given, query) %}
  {% set options, problems = given.options, [] %}
  {% set groups = given.fields | dictsort | selectattr('1.sequence_group') | list %}
  {% if not groups %}
    {{ return(["'scd_type' is 2 and merge_engine is 'partial-update', but there is no sequence group, so it is not"
        ~ " known from when values are valid: write fields={'updated_at': {'sequence_group': ['a', 'b']}}, with the"
        ~ ' columns of each source and the time from which they are valid; where each row has all columns, remove'
        ~ ' merge_engine']) }}
  {% endif %}
  {% if options.sequence_field %}
    {% do problems.append("'sequence_field' cannot be combined with scd_type=2 and sequence groups, whose own fields"
        ~ ' are the times of their columns: remove it') %}
  {% endif %}
  {% if options.hard_deletes == 'new_record' %}
    {% do problems.append("'hard_deletes' is 'new_record', but a delete of a sequence group is no version of the key:"
        ~ " write 'invalidate', with which it empties the columns of its group, or 'ignore'") %}
  {% endif %}
  {% if options.versions_retained %}
    {% do problems.append("'versions_retained' cannot be combined with sequence groups, because a late event of one"
        ~ ' group needs old values of the others: remove it') %}
  {% endif %}
  {{ return(problems + tablestore._grouped_column_problems(given, query, groups)
      + tablestore._group_time_problems(query, groups) + tablestore._removing_group_problems(options, groups)) }}
{% endmacro %}

{# Problems of columns that are in no group or in several, or that are aggregated. `groups` are [fields, settings]. #}
{% macro _grouped_column_problems(given, query, groups) %}
  {% set options, problems, grouped = given.options, [], [] %}
  {% for fields, settings in groups %}
    {% do grouped.extend((fields.split(',') + settings.sequence_group | map('lower') | list) | unique | list) %}
  {% endfor %}
  {% for name in grouped | unique if grouped | select('equalto', name) | list | length > 1 %}
    {% do problems.append("column '" ~ name ~ "' is in several sequence groups, but with scd_type=2 its values are"
        ~ ' valid from one time on: keep it in one of them') %}
  {% endfor %}
  {% set plain = options.primary_key + [options.rowkind_field or '_row_kind'] + tablestore._reserved_columns() %}
  {% for column in query if column.lower_name not in grouped + plain | map('lower') | list %}
    {% do problems.append("column '" ~ column.name ~ "' is in no sequence group, so it is not known from when its"
        ~ " values are valid: name it in one, fields={'" ~ groups[0][0] ~ "': {'sequence_group': ['" ~ column.name
        ~ "', ...]}}") %}
  {% endfor %}
  {% for name, settings in given.fields.items() if settings.aggregate_function %}
    {% do problems.append("column '" ~ name ~ "' has the aggregate function " ~ settings.aggregate_function
        ~ ', but with scd_type=2 a version has the values of the last event of each group: remove it, and aggregate the'
        ~ ' rows of the history') %}
  {% endfor %}
  {% if options.default_aggregate_function %}
    {% do problems.append("'default_aggregate_function' cannot be combined with scd_type=2: remove it") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# Problems of the times of groups, which are compared with each other. #}
{% macro _group_time_problems(query, groups) %}
  {% set names = [] %}
  {% for fields, _ in groups %}
    {% do names.append(fields.split(',')[0]) %}
  {% endfor %}
  {% set columns, types = tablestore._columns_named(query, names), [] %}
  {% set problems = tablestore._version_time_problems("a sequence group is ordered by '", columns) %}
  {% for column in columns %}
    {% do types.append(column.name ~ ' ' ~ column.type) %}
  {% endfor %}
  {% if columns | map(attribute='type') | unique | list | length > 1 %}
    {% do problems.append('the sequence groups have times of several types (' ~ types | join(', ') ~ '), and those of'
        ~ ' versions have one: cast them to the same type') %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# Problems of the group that removes rows. A delete has one time, so one group says when. #}
{% macro _removing_group_problems(options, groups) %}
  {% set removing, found = options.partial_update_remove_record_on_sequence_group | map('lower') | list, [] %}
  {% for fields, _ in groups if fields.split(',') | select('in', removing) | list %}
    {% do found.append(fields) %}
  {% endfor %}
  {% if found and options.hard_deletes == 'ignore' %}
    {{ return(["'partial_update_remove_record_on_sequence_group' and hard_deletes='ignore' contradict each other:"
        ~ ' remove one of them']) }}
  {% endif %}
  {{ return([] if found | length < 2 else ["'partial_update_remove_record_on_sequence_group' names fields of several"
      ~ ' groups (' ~ found | join('; ') ~ '), but with scd_type=2 a delete has one time: name the group whose time it'
      ~ ' is']) }}
{% endmacro %}
