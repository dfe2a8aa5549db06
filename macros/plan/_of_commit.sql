{#
  The plan with the names of what belongs to one commit of one run, see `_commit_id`, and the columns of the changelog
  as it is then; none for a new one. The folded batch and the decided rows are in memory where Spark runs in one
  process, and otherwise in tables of the run. Rows that are published after the table has the commit are in tables of
  the run, too: if the run is killed between the two, the next one publishes them.

    rebuild    whether the commit replaces the table
    in_memory  whether Spark keeps rows in memory until the run ends
#}
{% macro _of_commit(plan, relation, id, log_columns=none, rebuild=false, in_memory=false) %}
  {% set log, branches = plan.changelog, plan.table_format.has_branches %}
  {% set publishes, keeps = log and (log_columns is none or not branches), [] %}
  {% set names = {
    'branch': 'commit_' ~ id if branches else none,
    'folded_view': tablestore._quote(relation.identifier ~ '__fold_' ~ id) if in_memory else none,
  } %}
  {% if in_memory and (rebuild or not publishes or log.input_table) %}
    {% do names.update({'commit_table': tablestore._quote(relation.identifier ~ '__commit_' ~ id)}) %}
  {% else %}
    {% set stage = tablestore.side_table(relation, '__commit_' ~ id, plan.side_schema) %}
    {% do names.update({'commit_table': stage | string}) %}
    {% do keeps.append(names.commit_table) %}
  {% endif %}
  {% do names.update({'folded_rows': names.folded_view or names.commit_table}) %}
  {% set input = none %}
  {% if log and log.input_table and in_memory and not publishes %}
    {% set input = tablestore._quote(relation.identifier ~ '__input_' ~ id) %}
  {% elif log and log.input_table %}
    {% set input = tablestore.side_table(relation, '__input_' ~ id, plan.side_schema) | string %}
    {% do keeps.append(input) %}
  {% endif %}
  {% set views = [names.folded_view, names.commit_table, input] | select | reject('in', keeps) | list if in_memory
      else [] %}
  {% set changelog = dict(log, input_table=input, columns=log_columns) if log else none %}
  {{ return(dict(plan, changelog=changelog, kept_tables=keeps, kept_views=views, **names)) }}
{% endmacro %}
