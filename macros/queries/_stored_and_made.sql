{#
  The stored version and the one that is made now of each key and time, as `_old` and `_new`. A stored version that
  begins within one that is made now is no longer there.
#}
{% macro _stored_and_made(plan) %}
{% set columns, from = plan.columns | map(attribute='quoted') | list + ['_unknown_kind'],
    plan.versions.added.dbt_valid_from.quoted %}
select _old, if(_old is null or _old.{{ from }} = _made.{{ from }}, _made, null) as _new
from (
  select
    struct({{ tablestore._wrapped(columns, 6) }}) as _made,
    explode(if(exists(_before, old -> old.{{ from }} = {{ from }}), _before, concat(_before, array(null)))) as _old
  from made
)
{% endmacro %}
