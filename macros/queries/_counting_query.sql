{# The statement with which a commit counts: the decided rows, or only the batch if its MERGE decides itself. #}
{% macro _counting_query(plan) %}
  {{ return({'step': 'count', 'reads': plan.kept_tables,
      'sql': tablestore.folded_count_query(plan) if plan.merge_decides else tablestore.count_query(plan)}) }}
{% endmacro %}
