{#
  The plan of a model with a changelog, for a Delta table that has columns with defaults. A changelog that is created
  from rows of such a table has the defaults, too, so it needs Delta's feature.
#}
{% macro _with_defaults(plan, relation) %}
  {% set filled = tablestore._filled_columns(relation).values() if plan.changelog and plan.format == 'delta' else [] %}
  {% if 'a default' not in filled and 'a default of null' not in filled %}
    {{ return(plan) }}
  {% endif %}
  {% set properties = dict(plan.table_format.changelog_properties,
      **{'delta.feature.allowColumnDefaults': 'supported'}) %}
  {{ return(dict(plan, table_format=dict(plan.table_format, changelog_properties=properties))) }}
{% endmacro %}
