{# Problems of the arguments of `changelog`. #}
{% macro _scan_problems(relation, scan, commit, commits) %}
  {% set problems, takes = [], {'from-commit': 'commit', 'as-of': 'commit', 'incremental-between': 'commits'} %}
  {% set scans = ['latest-full', 'latest', 'from-commit', 'incremental-between', 'as-of'] %}
  {% if relation is string %}
    {% do problems.append("'relation' is the text '" ~ relation ~ "'; write ref('model') or source('name', 'table')") %}
  {% endif %}
  {% if scan not in scans %}
    {% do problems.append("'scan' is '" ~ scan ~ "'; accepted are " ~ scans | join(', ') ~ tablestore._near_names(scan, scans)) %}
  {% endif %}
  {% if commit is not none and (commit is not integer or commit < 0) %}
    {% do problems.append("'commit' is '" ~ commit ~ "'; write the number of a commit") %}
  {% endif %}
  {% if commits is not none and (commits is string or commits is not sequence or commits | length != 2
      or commits | reject('integer') | list or commits[0] > commits[1]) %}
    {% do problems.append("'commits' is '" ~ commits ~ "'; write [after, until], two numbers of commits: [3, 7] is commits 4 to 7") %}
  {% endif %}
  {% for name, value in {'commit': commit, 'commits': commits}.items() %}
    {% if value is none and takes.get(scan) == name %}
      {% do problems.append("scan='" ~ scan ~ "' needs '" ~ name ~ "'") %}
    {% elif value is not none and takes.get(scan) != name %}
      {% do problems.append("'" ~ name ~ "' has no effect with scan='" ~ scan ~ "': remove it") %}
    {% endif %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
