{#
  The rows in one part per weight: a list of table expressions, or a mapping when the weights are a mapping. A part is a
  range of buckets. The ranges are adjacent, so the parts are disjoint and complete, even in separate models and in
  reruns.

    [8, 1, 1]  ->  0 to 799,999,999   800,000,000 to 899,999,999   900,000,000 to 999,999,999
#}
{% macro split(relation, weights, seed=none, key=none) %}
  {% if tablestore._is_parsing() %}{{ return({}) }}{% endif %}
  {% set shares = (weights.values() if weights is mapping else tablestore._as_list(weights)) | list %}
  {% set problems = tablestore._seed_problems(seed) %}
  {% for weight in shares if weight is not number or weight is boolean or not 0 <= weight < 1e300 %}
    {% do problems.append('weights: ' ~ weight ~ ' is not accepted; write numbers, 0 or more') %}
  {% endfor %}
  {% if not problems and not shares | sum > 0 %}
    {% do problems.append('weights: no weight is above 0; write at least one, such as [0.8, 0.2]') %}
  {% endif %}
  {% do tablestore.fail('split', problems) %}
  {% set parts, total = [], namespace(weight=0, buckets=0) %}
  {% for weight in shares %}
    {% set total.weight = total.weight + weight %}
    {% set end = (total.weight / (shares | sum) * 1000000000) | round | int %}
    {% do parts.append(tablestore._split_part(relation, tablestore._bucket(key, seed), total.buckets, end)) %}
    {% set total.buckets = end %}
  {% endfor %}
  {{ return(dict(zip(weights, parts)) if weights is mapping else parts) }}
{% endmacro %}

{# The rows with start <= bucket < end. #}
{% macro _split_part(relation, bucket, start, end) -%}
(
    select *
    from {{ tablestore._indent(tablestore._table_expression(relation), 4) }}
    where {{ bucket ~ ' between ' ~ start ~ ' and ' ~ (end - 1) if end > start else 'false' }}
)
{%- endmacro %}
