{# The name of the property that says that the changelog starts after a commit. #}
{% macro _property_of_start(epoch, number='') %}
  {{ return('tablestore.changelog-starts.' ~ epoch ~ '.' ~ number) }}
{% endmacro %}

{# The name of the table property that records a commit; without a number, what the names of an epoch begin with. #}
{% macro _property_of_commit(epoch, number='') %}
  {{ return('tablestore.commits.' ~ epoch ~ '.' ~ number) }}
{% endmacro %}

{# Sets properties of the keyed table. #}
{% macro _property_statement(plan, properties) %}
  {{ return('alter table ' ~ plan.table ~ ' set tblproperties ' ~ tablestore._property_list(properties)) }}
{% endmacro %}

{# Table properties as SQL, in parentheses. A later mapping overrides an earlier one. #}
{% macro _property_list() %}
  {% set merged, pairs = {}, [] %}
  {% for mapping in varargs %}
    {% do merged.update(mapping) %}
  {% endfor %}
  {% for name, value in merged.items() %}
    {% do pairs.append(tablestore.string_literal(name) ~ ' = ' ~ tablestore.string_literal(value)) %}
  {% endfor %}
  {{ return('(' ~ pairs[0] ~ ')' if pairs | length == 1 else '(\n  ' ~ pairs | join(',\n  ') ~ '\n)') }}
{% endmacro %}
