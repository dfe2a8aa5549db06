{# Fails because a view whose policy is `incremental_strict` would need a full refresh. #}
{% macro tablestore_fail_strictly(reasons) %}
  {% do tablestore.fail("model '" ~ model.name
      ~ "' has refresh_policy 'incremental_strict' and cannot be refreshed incrementally; nothing was written, "
      ~ 'and this computes all its rows: '
      ~ tablestore.rebuild_command(tablestore.versioned_name(model), with_readers=false), reasons) %}
{% endmacro %}
