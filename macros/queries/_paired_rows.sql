{# Each folded row with the stored row of its key. An expired row counts as missing. #}
{% macro _paired_rows(plan) %}
  {%- if plan.expiry -%}
  from (
    select
      {{ tablestore._has_old_row(plan) }} and {{ tablestore._is_expired(plan.expiry, 'old') }} as _expired,
      struct(new.*) as new,
      if(_expired, null, struct(old.*)) as old
    from new
    left join old on {{ tablestore._key_match(plan, 'old', 'new') }}
  )
  {%- else -%}
  from new
  left join old on {{ tablestore._key_match(plan, 'old', 'new') }}
  {%- endif -%}
{% endmacro %}
