{# Fails if a relation has the name of a side table of a keyed model: to build it would replace that table. #}
{% macro _assert_no_side_table(relation) %}
  {% for suffix in ['__commit', '__commits', '__changelog', '__uncompacted', '__input', '__batch'] if relation.identifier.endswith(suffix) %}
    {% set base = relation.incorporate(path={'identifier': relation.identifier[:-(suffix | length)]}) %}
    {% for owner in tablestore._nodes_of(base) if tablestore.is_keyed(owner) and suffix in tablestore._side_tables(owner) %}
      {% do tablestore._fail(relation | string, ["the keyed model '" ~ owner.name ~ "' keeps its commits and changes in the table of this name;"
          ~ ' nothing was changed', "give one of the two another name or alias"]) %}
    {% endfor %}
  {% endfor %}
{% endmacro %}
