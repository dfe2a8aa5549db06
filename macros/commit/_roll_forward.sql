{#
  Finishes the commit that an earlier run staged and did not seal, and returns the last commit of the table. The commit may
  have been applied in part or completely. Its rows are absolute values, and changelog and history identify it by its
  number, so it can be applied again.
#}
{% macro _roll_forward(node, relation, last) %}
  {% set properties = tablestore._unfinished_commit(relation, last) %}
  {% if not properties %}
    {{ return(last) }}
  {% endif %}
  {% set plan = tablestore._staged_plan(node, relation, last, properties) %}
  {% set commit = tablestore._commit_from_properties(relation, last, false, tablestore._commit_properties(properties)) %}
  {% do log(node.name ~ ': rolling forward commit ' ~ commit.number ~ ', which an earlier run left unfinished', info=true) %}
  {% set counts = tablestore._rows(tablestore.count_query(plan))[0] %}
  {% do tablestore._run(tablestore.finish_statements(plan, counts, commit, again=true)) %}
  {% do tablestore._cache_side_tables(plan, relation, commit) %}
  {{ return(tablestore._last_commit(relation, true)) }}
{% endmacro %}

{# The table properties that belong to a commit. #}
{% macro _commit_properties(properties) %}
  {% set own = {} %}
  {% for name, value in properties.items() if name.startswith('tablestore.') %}
    {% do own.update({name: value}) %}
  {% endfor %}
  {{ return(own) }}
{% endmacro %}
