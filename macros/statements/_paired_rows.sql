{# Each folded row beside the stored one of its key. One that has expired is as if it were not there. #}
{% macro _paired_rows(plan, match) %}
  {%- if plan.expiry -%}
  from (
    select
      old.{{ plan.key_columns[0].quoted }} is not null and {{ tablestore._is_expired(plan.expiry, 'old') }} as _expired,
      struct(new.*) as new,
      if(_expired, null, struct(old.*)) as old
    from new
    left join old on {{ match }}
  )
  {%- else -%}
  from new
  left join old on {{ match }}
  {%- endif -%}
{% endmacro %}
