{#
  A table a keyed model did not make becomes one, once: its keys must be unique and not null, then it is marked as
  commit 0 of a new epoch. It also becomes merge-on-read, like those made here, unless the model's tblproperties differ;
  a later version of its format stays.
#}
{% macro _adopt(plan, relation, state) %}
  {% if state.epoch %}
    {{ return(none) }}
  {% endif %}
  {% set broken = tablestore._rows(tablestore.broken_keys_query(plan)) %}
  {% if broken %}
    {% do tablestore._fail("model '" ~ plan.model ~ "': the existing table cannot become a keyed table", [
      'its key (' ~ plan.key_columns | map(attribute='name') | join(', ') ~ ') is null or not unique, for example '
      ~ broken[0].example ~ ' in ' ~ broken[0].rows ~ ' row(s)',
      'rebuild it from its source: dbt run --full-refresh --select ' ~ plan.model,
    ]) %}
  {% endif %}
  {% do state.update({'epoch': tablestore._new_epoch(relation)}) %}
  {% set commit = tablestore._next_commit(plan, relation, dict(state, commit=-1), starts=false) %}
  {% set format = tablestore.formats()[plan.format] %}
  {% set properties = dict(format.properties, **plan.layout.properties) %}
  {% if format.version and properties[format.version] | int < state.properties.get(format.version, '0') | int %}
    {% do properties.pop(format.version) %}
  {% endif %}
  {% do tablestore._run([tablestore.properties_statement(plan, dict(properties, **commit.properties))]) %}
{% endmacro %}
