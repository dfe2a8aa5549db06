{#
  Records a commit as the last one that is published: one property, whose name has the number of the commit and whose value is
  the same whoever sets it. The commit with the highest number counts. Every tenth commit removes the properties of older ones.
#}
{% macro seal_statements(plan, commit) %}
  {% set properties = dict(commit.properties, **{'tablestore.version': commit.version}) %}
  {% set statements = [tablestore.properties_statement(plan, {
    tablestore._sealed_property(properties['tablestore.epoch'], commit.number): tojson(properties, sort_keys=true),
  })] %}
  {% if commit.number % 10 == 0 and commit.old_properties %}
    {% set names = [] %}
    {% for name in commit.old_properties %}
      {% do names.append(tablestore._string_literal(name)) %}
    {% endfor %}
    {% do statements.append('alter table ' ~ plan.table ~ ' unset tblproperties if exists (' ~ names | join(', ') ~ ')') %}
  {% endif %}
  {{ return(statements) }}
{% endmacro %}
