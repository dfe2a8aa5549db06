{#
  What the names of properties of an epoch begin with; the number of a commit follows: {commits, starts}. A property of
  `commits` records a commit, and one of `starts` says that the changelog starts after it.
#}
{% macro _property_names(epoch) %}
  {{ return({
    'commits': 'tablestore.commits.' ~ epoch ~ '.',
    'starts': 'tablestore.changelog-starts.' ~ epoch ~ '.',
  }) }}
{% endmacro %}

{# Sets properties of the keyed table. #}
{% macro _property_statement(plan, properties, step='publish') %}
  {{ return({'step': step, 'sql': 'alter table ' ~ plan.table ~ ' set tblproperties '
      ~ tablestore._property_list(properties)}) }}
{% endmacro %}

{# Table properties as SQL, in parentheses. A later mapping overrides an earlier one. #}
{% macro _property_list() %}
  {% set merged, pairs = {}, [] %}
  {% for mapping in varargs %}
    {% do merged.update(mapping) %}
  {% endfor %}
  {% set literals = tablestore._string_literals(merged.keys() | list + merged.values() | list) %}
  {% for value in literals[merged | length:] %}
    {% do pairs.append(literals[loop.index0] ~ ' = ' ~ value) %}
  {% endfor %}
  {{ return('(' ~ pairs[0] ~ ')' if pairs | length == 1 else '(\n  ' ~ pairs | join(',\n  ') ~ '\n)') }}
{% endmacro %}
