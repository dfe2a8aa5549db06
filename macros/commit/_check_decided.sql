{#
  Counts the changes of the decided commit, and the time since the model began. Fails if a row cannot be merged; those rows are then in
  a table of the run. Of a MERGE that decides itself, only the batch is counted.
#}
{% macro _check_decided(plan, relation, commit, began) %}
  {% set counts = plan.merge_decides or tablestore._reported_counts(plan, tablestore.count_query(plan)) %}
  {% if counts.rows_refused %}
    {% set problems = [] %}
    {% for row in tablestore._rows(tablestore.refused_query(plan)) %}
      {% do problems.append(row.refused ~ ': ' ~ row.rows ~ ' row(s), for example ' ~ row.example) %}
    {% endfor %}
    {% set shown = tablestore._side_table_name(relation, '__commit_' ~ commit.properties['tablestore.run'], plan.side_schema) %}
    {% if shown not in plan.kept_tables %}
      {% do tablestore._run([tablestore._kept_rows(dict(plan, kept_tables=[shown]), shown, 'select * from ' ~ plan.commit_table, commit)]) %}
    {% endif %}
    {% do problems.append('to see all of them: select * from ' ~ shown ~ ' where _refused is not null') %}
    {% do tablestore._fail("model '" ~ plan.model ~ "' returned rows that cannot be merged; the table is unchanged", problems) %}
  {% endif %}
  {% set elapsed = tablestore._utc_now() - began %}
  {{ return(dict(counts, duration_ms=(elapsed.total_seconds() * 1000) | int)) }}
{% endmacro %}
