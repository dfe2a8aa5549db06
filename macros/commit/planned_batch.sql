{#
  The plan of a batch for a table as it is. Its side tables must be this table's own.

    settings  what the model's config says, see `_settings_schema`
    query     the SELECT
#}
{% macro planned_batch(settings, relation, last, rebuild, query) %}
  {% set side_schema = tablestore._next_side_schema(last, rebuild) %}
  {% do tablestore._assert_side_tables(settings, relation, last, side_schema) %}
  {% do tablestore._created_side_schema(relation, side_schema) if side_schema %}
  {% set columns = tablestore._describe_batch(query, none if rebuild else relation) %}
  {% set plan = tablestore.merge_plan(settings, relation, columns.query, columns.stored, last.column_types,
      side_schema) %}
  {{ return(tablestore._with_version(plan, last) if plan.table_format.version_property else plan) }}
{% endmacro %}

{#
  The plan with the version of the format that its table keeps: a rebuild replaces a table and leaves its version, which
  other programs may rely on, unless the model asks for a later one. An earlier one is refused.
#}
{% macro _with_version(plan, last) %}
  {% set name, properties = plan.table_format.version_property, plan.layout.properties %}
  {% set stored = last.properties.get(name, '0') %}
  {% if name in properties and properties[name] | int < stored | int %}
    {% do tablestore.fail("model '" ~ plan.model ~ "'",
        ['its table has format version ' ~ stored ~ ', and its config asks for '
        ~ properties[name] ~ ', but a table never goes back to an earlier version: write format_version=' ~ stored
        ~ ', or drop the table and run the model again']) %}
  {% elif name not in properties and stored | int %}
    {{ return(dict(plan, layout=dict(plan.layout, properties=dict(properties, **{name: stored})))) }}
  {% endif %}
  {{ return(plan) }}
{% endmacro %}
