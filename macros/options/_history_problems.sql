{# Problems of a model with `scd_type: 2`. `query` has the columns of the SELECT. #}
{% macro _history_problems(given, query) %}
  {% set options, problems = given.options, [] %}
  {% set grouped = options.merge_engine == 'partial-update' %}
  {% do problems.extend(tablestore._group_history_problems(given, query) if grouped
      else tablestore._whole_row_problems(given) + tablestore._version_order_problems(options, query)) %}
  {% do problems.extend(tablestore._version_column_problems(tablestore._options_of_versions(given), query)
      + tablestore._version_age_problems(options, query)) %}
  {% if options.input == 'full' %}
    {% do problems.append("input 'full' cannot be combined with scd_type=2, because all rows have no times of their"
        ~ " own changes: write a model with input='full' and changelog_producer='lookup', and "
        ~ tablestore._history_by_commits()) %}
  {% endif %}
  {% do problems.extend(tablestore._version_end_problems(options.dbt_valid_to_current or '')) %}
  {% if options.fuse %}
    {% do problems.append("'fuse' cannot be combined with scd_type=2, which deletes no rows of keys: remove it") %}
  {% endif %}
  {% if options.delete_retained is not none %}
    {% do problems.append("'delete_retained' cannot be combined with scd_type=2, which remembers"
        ~ ' all deletes: remove it') %}
  {% endif %}
  {% if options.changelog_producer == 'input' %}
    {% do problems.append("changelog_producer 'input' cannot be combined with scd_type=2, because one row of the batch"
        ~ " can change several versions: write changelog_producer='lookup'") %}
  {% endif %}
  {% if options.ignore_delete %}
    {% do problems.append("'ignore_delete' cannot be combined with scd_type=2: write hard_deletes='ignore'") %}
  {% endif %}
  {% if given.ttl_source in ['state_ttl', 'plan'] and options.state_ttl %}
    {% do problems.append("'state_ttl' cannot be combined with scd_type=2, because a row that has not been written for"
        ~ " this time can be an open version: write versions_retained, which is about closed ones") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# The history of a table whose deletes have no time of their own, in words. #}
{% macro _history_by_commits() %}
  {{ return('another with scd_type=2 that reads its tablestore.changelog by the time of its commits: select *,'
      ~ " _committed_at as seen_at, _commit as seen_in, with sequence_field=['seen_at', 'seen_in']") }}
{% endmacro %}

{# Problems of a history whose versions are whole rows. #}
{% macro _whole_row_problems(given) %}
  {% set problems, engine = [], given.options.merge_engine %}
  {% if engine != 'deduplicate' %}
    {% do problems.append("'scd_type' is 2 and merge_engine is '" ~ engine ~ "', but a version is a whole row: remove"
        ~ ' merge_engine; for the history of merged rows, write a model with this merge_engine and'
        ~ " changelog_producer='lookup', and " ~ tablestore._history_by_commits()) %}
  {% endif %}
  {% if given.fields %}
    {% do problems.append("'fields' cannot be combined with scd_type=2, because a version is a whole row of one source:"
        ~ " remove it; of rows of several sources, write merge_engine='partial-update' and a sequence group for each,"
        ~ " fields={'updated_at': {'sequence_group': ['a', 'b']}}") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{#
  Problems of the columns that order the versions of a key. The first one is also that of `dbt_valid_from`, by which a
  version is found.
#}
{% macro _version_order_problems(options, query) %}
  {% set problems, keys = [], options.primary_key | map('lower') | list %}
  {% if not options.sequence_field %}
    {% do problems.append("'scd_type' is 2 and there is no sequence_field: name the column with the time from which a"
        ~ " row is valid, sequence_field='updated_at'; further columns order rows of one time") %}
  {% endif %}
  {% for name in options.sequence_field if name | lower in keys %}
    {% do problems.append("'sequence_field' names '" ~ name ~ "', a column of the primary key: with scd_type=2 the key"
        ~ ' is what has versions, so leave the column out of primary_key') %}
  {% endfor %}
  {% do problems.extend(tablestore._version_time_problems("'sequence_field' begins with '",
      tablestore._columns_named(query, options.sequence_field[:1] | map('lower') | list))) %}
  {% if options.sequence_field_sort_order == 'descending' %}
    {% do problems.append("'sequence_field_sort_order' is 'descending', but with scd_type=2 a later version is a newer"
        ~ ' one: remove it') %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# Problems of the end of open versions, `dbt_valid_to_current`. A version with another end counts as deleted then. #}
{% macro _version_end_problems(text) %}
  {% set changing = modules.re.search('(?i)\\b(current_\\w+|curdate|localtimestamp|now|today|tomorrow|yesterday|'
      ~ 'rand\\w*|uuid|unix_timestamp)\\b', text) %}
  {{ return([] if not changing else ["'dbt_valid_to_current' is '" ~ text ~ "', and " ~ changing.group(1)
      ~ ' has another value in each run, in which open versions would count as deleted: write a constant, such as'
      ~ " dbt_valid_to_current=\"timestamp'9999-12-31 00:00:00Z'\""]) }}
{% endmacro %}

{# Problems of the time for which closed versions are kept, `versions_retained`. #}
{% macro _version_age_problems(options, query) %}
  {% if not options.versions_retained %}
    {{ return([]) }}
  {% endif %}
  {% set problems = [] %}
  {% for column in tablestore._columns_named(query, options.sequence_field[:1] | map('lower') | list)
      if column.type not in ['timestamp', 'timestamp_ntz', 'date'] %}
    {% do problems.append("'versions_retained' is given, and sequence_field begins with '" ~ column.name
        ~ "', which is of type " ~ column.type ~ ', so versions have no age: cast it to a timestamp or a date, or'
        ~ ' remove versions_retained') %}
  {% endfor %}
  {% if options.system_time %}
    {% do problems.append("'versions_retained' cannot be combined with system_time, which keeps all that was ever"
        ~ ' stored: remove one of them') %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# Problems of the columns that a version compares, and of those that are added to it. #}
{% macro _version_column_problems(options, query) %}
  {% set problems, tracked = [], options.track_history or {} %}
  {% set names = query | map(attribute='lower_name') | list %}
  {% set keys, sequence = options.primary_key | map('lower') | list, options.sequence_field | map('lower') | list %}
  {% set order = 'the order of a sequence group' if options.merge_engine == 'partial-update' else 'sequence_field' %}
  {% for name in tracked.get('only', tracked.get('except', [])) if query %}
    {% if name not in names %}
      {% do problems.append("'track_history' names '" ~ name ~ "', which is not a column of the SELECT (it has "
          ~ names | join(', ') ~ ')' ~ tablestore._near_names(name, names)) %}
    {% elif 'only' in tracked and name in keys + sequence %}
      {% do problems.append("'track_history' names '" ~ name ~ "', which is in " ~ ('the primary key' if name in keys
          else order) ~ ' and opens no version: leave it out') %}
    {% endif %}
  {% endfor %}
  {% set added = tablestore._names_of_versions(options).values() | map('lower') | list + ['_events'] %}
  {% for name in added if name in names %}
    {% do problems.append("the SELECT returns column '" ~ name ~ "', which scd_type=2 adds: leave it out"
        ~ (", or give the added one another name in snapshot_meta_column_names" if name != '_events' else '')) %}
  {% endfor %}
  {% if added | unique | list | length != added | length %}
    {% do problems.append("'snapshot_meta_column_names' gives two columns the same name: " ~ added[:-1] | join(', ')) %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
