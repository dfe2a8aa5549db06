{% macro tablestore__get_merge_sql(target, source, unique_key, dest_columns, incremental_predicates=none) %}
  {%- set keys = [unique_key] if unique_key is string else (unique_key or []) -%}
  {%- set conditions = [] -%}
  {%- set predicates = [incremental_predicates] if incremental_predicates is string else incremental_predicates -%}
  {%- for predicate in predicates or [] -%}
    {%- do conditions.append('(' ~ predicate ~ '\n    )') -%}
  {%- endfor -%}
  {%- for key in keys -%}
    {%- do conditions.append('DBT_INTERNAL_SOURCE.' ~ key ~ ' = DBT_INTERNAL_DEST.' ~ key) -%}
  {%- endfor -%}
  {%- if not keys -%}{%- do conditions.append('false') -%}{%- endif -%}
  {%- set columns = dest_columns | map(attribute='quoted') | list -%}
  {%- set updates = get_merge_update_columns(
      config.get('merge_update_columns'), config.get('merge_exclude_columns'), dest_columns) or columns -%}
  merge into {{ target }} as DBT_INTERNAL_DEST
  using {{ source }} as DBT_INTERNAL_SOURCE
  on {{ conditions | join('\n    and ') }}
  when matched then update set
    {% for column in updates -%}
    {{ column }} = DBT_INTERNAL_SOURCE.{{ column }}{{ ',\n    ' if not loop.last }}
    {%- endfor %}
  when not matched then insert ({{ columns | join(', ') }})
    values (
      {%- for column in columns %}DBT_INTERNAL_SOURCE.{{ column }}{{ ', ' if not loop.last }}{% endfor -%}
    )
{% endmacro %}
