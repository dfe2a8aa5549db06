{#
  A share of the rows. With a seed or a key the choice is a pure function of them: the same rows in every run, plan and
  cluster, and a smaller fraction is a subset of a larger one. With neither it is drawn anew each time.
#}
{% macro sample(relation, fraction, seed=none, key=none) %}
  {% set problems = tablestore._seed_problems(seed) %}
  {% if fraction is not number or fraction is boolean or not 0 <= fraction <= 1 %}
    {% do problems.append('fraction: ' ~ fraction ~ ' is not accepted; write a number from 0 to 1') %}
  {% endif %}
  {% do tablestore._fail('sample', problems) %}
  {% set sql -%}
(
    select *
    from {{ tablestore._indented(tablestore._table(relation), 4) }}
    {%- if seed is none and key is none %}
    where rand() < {{ fraction }}
    {%- else %}
    where {{ tablestore._unit_hash(key, seed) }} < {{ (fraction * 1000000000) | round | int }}
    {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
