{# Apply and mark. A rebuild replaces the table and marks it in one atomic statement. #}
{% macro finish_statements(plan, counts, commit) %}
  {% if not commit.rebuild %}
    {{ return(tablestore.apply_statements(plan, counts) + [tablestore.mark_statement(plan, commit.number)]) }}
  {% endif %}
  {% if plan.not_null_columns %}
    {% set empty = dict(commit.properties, **{'tablestore.commit': 0}) %}
    {{ return([
      tablestore.create_empty_table(plan, empty),
      tablestore.insert_statement(plan),
      tablestore.mark_statement(plan, commit.number),
    ]) }}
  {% endif %}
  {% set rows = 'select ' ~ plan.columns | map(attribute='quoted') | join(', ') ~ '\nfrom ' ~ plan.commit_table
      ~ "\nwhere _change = 'insert'" %}
  {{ return([tablestore.create_table(plan, rows, commit.properties)]) }}
{% endmacro %}
