{#
  The plan with the version of the format that its table keeps: a rebuild replaces a table and leaves its version, which other
  programs may rely on, unless the model asks for a later one. An earlier one is refused.
#}
{% macro _assert_version(plan, last) %}
  {% set name, properties = tablestore.formats()[plan.format].version_property, plan.layout.properties %}
  {% set stored = last.properties.get(name, '0') if name else '0' %}
  {% if name in properties and properties[name] | int < stored | int %}
    {% do tablestore._fail("model '" ~ plan.model ~ "'", ['its table has format version ' ~ stored ~ ', and its config asks for ' ~ properties[name]
        ~ ', but a table never goes back to an earlier version: write format_version=' ~ stored ~ ', or drop the table and run the model again']) %}
  {% elif name not in properties and stored | int %}
    {{ return(dict(plan, layout=dict(plan.layout, properties=dict(properties, **{name: stored})))) }}
  {% endif %}
  {{ return(plan) }}
{% endmacro %}
