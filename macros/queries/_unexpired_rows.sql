{# The rows of a table that have not expired, with the columns of its model. #}
{% macro _unexpired_rows(table, expiry) %}
(
  select * except (`_written_at`)
  from {{ table }}
  {%- if expiry.ttl %}
  where not coalesce({{ tablestore._is_expired(expiry) }}, false)
  {%- endif %}
)
{%- endmacro %}
