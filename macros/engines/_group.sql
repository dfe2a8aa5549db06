{# The value by which the rows of a sequence group are compared; null is smaller than any value. #}
{% macro _group_key(group, prefix='') %}
  {{ return('struct(' ~ tablestore._group_fields(group, prefix) | join(', ') ~ ')') }}
{% endmacro %}

{# The fields that order a group, as expressions to compare. Each has the name of its field. #}
{% macro _group_fields(group, prefix='') %}
  {% set parts = [] %}
  {% for field in group.sequence %}
    {% set part = tablestore._comparable_column(field, prefix) %}
    {% do parts.append(part if part == prefix ~ field.quoted else part ~ ' as ' ~ field.quoted) %}
  {% endfor %}
  {{ return(parts) }}
{% endmacro %}

{# The key of a sequence group, see `_group_key`, before any row: a null for each of its fields. #}
{% macro _null_group_key(group) %}
  {% set fields = [] %}
  {% for field in group.sequence %}
    {% set nothing = tablestore._comparable('cast(null as ' ~ field.type ~ ')', field.type) %}
    {% do fields.append(nothing ~ ' as ' ~ field.quoted) %}
  {% endfor %}
  {{ return('struct(' ~ fields | join(', ') ~ ')') }}
{% endmacro %}

{# The order of the rows of a batch in a sequence group; the order of the batch decides between equal sequences. #}
{% macro _group_order(group) %}
  {{ return('struct(' ~ tablestore._group_fields(group) | join(', ') ~ ', _order)') }}
{% endmacro %}

{# Whether a row takes part in a sequence group: it has a value in at least one field that orders the group. #}
{% macro _in_group(group, prefix='') %}
  {% set parts = [] %}
  {% for field in group.sequence %}
    {% do parts.append(prefix ~ field.quoted ~ ' is not null') %}
  {% endfor %}
  {{ return(parts[0] if parts | length == 1 else '(' ~ parts | join(' or ') ~ ')') }}
{% endmacro %}

{# Whether a row does not take part in a sequence group: every field that orders the group is null. #}
{% macro _outside_group(group, prefix='') %}
  {% set parts = [] %}
  {% for field in group.sequence %}
    {% do parts.append(prefix ~ field.quoted ~ ' is null') %}
  {% endfor %}
  {{ return(parts | join(' and ')) }}
{% endmacro %}
