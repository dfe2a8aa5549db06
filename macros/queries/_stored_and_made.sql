{# The stored version and the one that is made now of each key and time, as `_old` and `_new`. #}
{% macro _stored_and_made(keys) %}
select if(old._is_stored, struct(old.*), null) as _old, if(new._is_made, struct(new.*), null) as _new
from (select *, true as _is_made from made) as new
full join (select *, true as _is_stored from stored) as old
  on {{ keys | join(' and ') }}
{% endmacro %}
