{# Problems of the arguments of `changelog`. #}
{% macro _scan_problems(relation, scan, commit, commits, timestamp, timestamps) %}
  {% set problems = [] %}
  {% set takes = {'from-commit': ['commit'], 'from-timestamp': ['timestamp'], 'as-of': ['commit', 'timestamp'],
                  'incremental-between': ['commits', 'timestamps']} %}
  {% set scans = ['latest-full', 'latest', 'from-commit', 'from-timestamp', 'incremental-between', 'as-of'] %}
  {% if relation is string %}
    {% do problems.append("'relation' is the text '" ~ relation ~ "'; write ref('model') or source('name', 'table')") %}
  {% endif %}
  {% if scan not in scans %}
    {% do problems.append("'scan' is '" ~ scan ~ "'; accepted are " ~ scans | join(', ') ~ tablestore._near_names(scan, scans)) %}
  {% endif %}
  {% if commit is not none and not tablestore._names_commit(commit) %}
    {% do problems.append("'commit' is '" ~ commit ~ "'; write the number of a commit, or the name of a tag") %}
  {% endif %}
  {% if commits is not none and (commits is string or commits is not sequence or commits | length != 2 or not tablestore._names_commit(commits[0])
      or not tablestore._names_commit(commits[1]) or (commits | select('integer') | list | length == 2 and commits[0] > commits[1])) %}
    {% do problems.append("'commits' is '" ~ commits ~ "'; write [after, until], two numbers of commits or tags: [3, 7] is commits 4 to 7") %}
  {% endif %}
  {% if timestamp is not none and not tablestore._is_point_in_time(timestamp) %}
    {% do problems.append("'timestamp' is '" ~ timestamp ~ "'; write a point in time, '2026-01-01 00:00:00'") %}
  {% endif %}
  {% if timestamps is not none and (timestamps is string or timestamps is not sequence or timestamps | length != 2
      or not tablestore._is_point_in_time(timestamps[0]) or not tablestore._is_point_in_time(timestamps[1])) %}
    {% do problems.append("'timestamps' is '" ~ timestamps ~ "'; write [after, until], two points in time: ['2026-01-01', '2026-01-02']") %}
  {% endif %}
  {{ return(problems + tablestore._unused_arguments(scan, takes.get(scan, []),
      {'commit': commit, 'commits': commits, 'timestamp': timestamp, 'timestamps': timestamps})) }}
{% endmacro %}

{# Arguments that the scan does not take, and those that it lacks. #}
{% macro _unused_arguments(scan, takes, arguments) %}
  {% set problems, given = [], [] %}
  {% for name, value in arguments.items() if value is not none %}
    {% do given.append(name) %}
    {% if name not in takes %}
      {% do problems.append("'" ~ name ~ "' has no effect with scan='" ~ scan ~ "': remove it") %}
    {% endif %}
  {% endfor %}
  {% set used = given | select('in', takes) | list %}
  {% if takes and not used %}
    {% do problems.append("scan='" ~ scan ~ "' needs '" ~ takes | join("' or '") ~ "'") %}
  {% elif used | length > 1 %}
    {% do problems.append("'" ~ used | join("' and '") ~ "' exclude each other: remove one of them") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{# Whether a value is the number of a commit, or can be the name of a tag. #}
{% macro _names_commit(value) %}
  {{ return((value is integer and value is not boolean and value >= 0) or (value is string and tablestore._is_tag_name(value))) }}
{% endmacro %}
