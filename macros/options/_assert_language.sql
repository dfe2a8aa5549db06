{# Refuses keyed models in Python with plain dbt-spark: the adapter writes the rows of their batches to a table. #}
{% macro _assert_language(node) %}
  {% do tablestore.fail("model '" ~ tablestore.versioned_name(node) ~ "'", ["it is a keyed model in Python, which needs"
      ~ " type: tablestore in the profile: write it in SQL, or remove primary_key, merge_engine and table_options"]
      if tablestore._adapter_type() != 'tablestore' else []) %}
{% endmacro %}
