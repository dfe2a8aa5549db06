{#
  A share of the rows, or n of them. With a seed or a key the choice is a pure function of them: the same rows in every
  run, plan and cluster, and a smaller sample is part of a larger one. With neither it is drawn anew each time.

  The first n rows in the order of the bucket are the sample of n; the rows' own hashes decide within a bucket.
#}
{% macro sample(relation, fraction=none, seed=none, key=none, n=none) %}
  {% do tablestore._fail('sample', tablestore._sample_problems(fraction, n) + tablestore._seed_problems(seed)) %}
  {% set anew = seed is none and key is none %}
  {% set place = 'rand()' if anew else tablestore._bucket(key, seed) %}
  {% set rows = tablestore._table_expression(relation) %}
  {% set sql -%}
(
  {%- if n is none %}
    select *
    from {{ tablestore._indent(rows, 4) }}
    where {{ place }} < {{ fraction if anew else (fraction * 1000000000) | round | int }}
  {%- else %}
    select * except (__place)
    from (
        select *, {{ place if anew else 'struct(' ~ place ~ ', xxhash64(*))' }} as __place
        from {{ tablestore._indent(rows, 8) }}
    )
    order by __place
    limit {{ n }}
  {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# What is wrong with the size of a sample, as a list. #}
{% macro _sample_problems(fraction, n) %}
  {% if (fraction is none) == (n is none) %}
    {{ return(['fraction: give either a fraction, the share of the rows from 0 to 1, or n, the number of rows']) }}
  {% elif n is none and (fraction is not number or fraction is boolean or not 0 <= fraction <= 1) %}
    {% set number = '; for a number of rows write n=' ~ fraction if fraction is integer and fraction > 1 else '' %}
    {{ return(['fraction: ' ~ fraction ~ ' is not accepted; write a number from 0 to 1' ~ number]) }}
  {% elif n is not none and (n is not integer or n is boolean or n < 0) %}
    {{ return(['n: ' ~ n ~ ' is not accepted; write a whole number, 0 or more']) }}
  {% endif %}
  {{ return([]) }}
{% endmacro %}
