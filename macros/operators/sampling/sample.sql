{#
  A fraction of the rows, or n rows. With a seed or a key the sample is a pure function of them: the same rows in every
  run, query plan and cluster, and a smaller sample is a subset of a larger one. With neither, every query draws a new
  sample.

  A sample of n rows is the first n rows in the order of their buckets; within a bucket, in the order of the rows'
  hashes.
#}
{% macro sample(relation, fraction=none, seed=none, key=none, n=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% do tablestore.fail('sample', tablestore._sample_problems(fraction, n) + tablestore._seed_problems(seed)) %}
  {% set unseeded = seed is none and key is none %}
  {% set bucket = 'rand()' if unseeded else tablestore._bucket(key, seed) %}
  {% set rows = tablestore._table_expression(relation) %}
  {% set sql -%}
(
  {%- if n is none %}
    select *
    from {{ tablestore._indent(rows, 4) }}
    where {{ bucket }} < {{ fraction if unseeded else (fraction * 1000000000) | round | int }}
  {%- else %}
    select * except (__sort_key)
    from (
        select *, {{ bucket if unseeded else 'struct(' ~ bucket ~ ', xxhash64(*))' }} as __sort_key
        from {{ tablestore._indent(rows, 8) }}
    )
    order by __sort_key
    limit {{ n }}
  {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The problems of `fraction` and `n`, as a list. #}
{% macro _sample_problems(fraction, n) %}
  {% if fraction is none and n is none %}
    {{ return(['fraction: missing; write fraction, a number from 0 to 1, or n, a number of rows']) }}
  {% elif fraction is not none and n is not none %}
    {{ return(['fraction: cannot be combined with n; remove one of the two']) }}
  {% elif n is none and (fraction is not number or fraction is boolean or not 0 <= fraction <= 1) %}
    {% set number = ', or n=' ~ fraction ~ ' for a number of rows' if fraction is integer and fraction > 1 else '' %}
    {{ return(['fraction: ' ~ fraction ~ ' is not accepted; write a number from 0 to 1' ~ number]) }}
  {% elif n is not none and (n is not integer or n is boolean or n < 0) %}
    {{ return(['n: ' ~ n ~ ' is not accepted; it must be a positive integer or 0']) }}
  {% endif %}
  {{ return([]) }}
{% endmacro %}
