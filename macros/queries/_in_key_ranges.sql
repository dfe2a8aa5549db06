{#
  That a stored row is where the keys of the batch are, as a part of a condition that begins with AND. It follows from the
  equality of the keys, but the statistics of data files can only be compared with literals.
#}
{% macro _in_key_ranges(plan, alias, indent=2) %}
  {% set conditions = [] %}
  {% for key in plan.key_ranges %}
    {% set name, choices = alias ~ '.' ~ key.column, [] %}
    {% for range in key.ranges %}
      {% do choices.append(name ~ ' between ' ~ range.first ~ ' and ' ~ range.last) %}
    {% endfor %}
    {% do choices.append(name ~ ' is null') if plan.keeps_null_keys %}
    {% do conditions.append(choices[0] if choices | length == 1 else '(' ~ choices | join(' or ') ~ ')') %}
  {% endfor %}
  {% set line = '\n' ~ ' ' * indent ~ 'and ' %}
  {{ return(line ~ conditions | join(line) if conditions else '') }}
{% endmacro %}
