{#
  A -D that is not older than the removing group's sequence removes the row, and what the row was is forgotten.

  Within the batch the rows are gone through once: `_delete` is the sequence of the newest such -D per removing group
  and where it stood. A lone row is left as it is: whether it removes the row depends on the stored sequence alone.
#}
{% macro _group_delete_engine(plan, columns) %}
  {% set absent = 'old.' ~ plan.key_columns[0].quoted ~ ' is null' %}
  {% set applies = [] %}
  {% set state = {'_gone': 'size(_kept) = 0', '_retract': tablestore._all_retract()} %}
  {% for group in plan.groups if group.removes %}
    {% set name = '_delete_' ~ loop.index %}
    {% set found = '_delete.g' ~ loop.index %}
    {% do state.update({name: 'if(' ~ tablestore._in_group(group, found ~ '.') ~ ', ' ~ found ~ ', null)'}) %}
    {% do applies.append('new.' ~ name ~ ' >= ' ~ tablestore._group_key(group, 'old.')) %}
  {% endfor %}
  {% set applies = 'coalesce(' ~ applies | join(' or ') ~ ', false)' %}
  {% set engine = tablestore._columns_engine(plan, columns, '_kept', absent ~ ' or ' ~ applies) %}
  {% do engine.aggregates.update(tablestore._group_retracts(plan)) %}
  {% for group in plan.groups %}
    {% do state.update({group.retracts: group.retracts}) %}
  {% endfor %}
  {% do engine.levels.insert(0, {'name': 'deleted', 'columns': {'_delete': tablestore._find_delete(plan)}}) %}
  {% do engine.levels.insert(1, {'name': 'kept', 'columns': {
    '_kept': 'if(_delete.`at` is null or size(_records) = 1, _records, filter(_records, r -> r._order '
        ~ ('<' if plan.sequence_descending else '>') ~ ' _delete.`at`))'}}) %}
  {% do engine.batch_facts.update(state) %}
  {% do engine.update({
    'removed': 'new._gone and (' ~ absent ~ ' or ' ~ applies ~ ') or new._retract and (' ~ absent ~ ' or ' ~ applies ~ ')',
    'late': 'new._gone and not ' ~ absent ~ ' and not ' ~ applies,
  }) %}
  {{ return(engine) }}
{% endmacro %}

{% macro _all_retract() %}
  {{ return('size(_kept) > 0 and forall(_kept, r -> r._retract)') }}
{% endmacro %}

{# One pass over the rows: per removing group the newest sequence (s) and that of its newest delete (g), and where. #}
{% macro _find_delete(plan) %}
  {% set groups = plan.groups | selectattr('removes') | list %}
  {% set zero, moved, deletes, removed = ["'at'", 'if(size(_records) = 0, _records[0]._order, null)'], ["'at'", 'a.`at`'], [], ["'at'", 'r._order'] %}
  {% for group in groups %}
    {% set i = loop.index | string %}
    {% set key, none_yet = tablestore._group_key(group, 'r.'), tablestore._group_zero(group) %}
    {% do zero.extend(["'s" ~ i ~ "'", none_yet, "'g" ~ i ~ "'", none_yet]) %}
    {% do moved.extend(["'s" ~ i ~ "'", 'if(' ~ key ~ ' >= a.s' ~ i ~ ', ' ~ key ~ ', a.s' ~ i ~ ')', "'g" ~ i ~ "'", 'a.g' ~ i]) %}
    {% do removed.extend(["'s" ~ i ~ "'", none_yet, "'g" ~ i ~ "'", 'if(' ~ key ~ ' >= a.g' ~ i ~ ', ' ~ key ~ ', a.g' ~ i ~ ')']) %}
    {% do deletes.append(tablestore._in_group(group, 'r.') ~ ' and ' ~ key ~ ' >= a.s' ~ i) %}
  {% endfor %}
  {% set start = 'named_struct(' ~ zero | join(', ') ~ ')' %}
  {{ return('aggregate(_records, ' ~ start ~ ", (a, r) -> if(r._kind = '-D' and (" ~ deletes | join(' or ') ~ '), named_struct('
      ~ removed | join(', ') ~ '), named_struct(' ~ moved | join(', ') ~ ')))') }}
{% endmacro %}

{% macro _group_zero(group) %}
  {% set fields = [] %}
  {% for field in group.sequence %}
    {% do fields.append('cast(null as ' ~ field.type ~ ') as ' ~ field.quoted) %}
  {% endfor %}
  {{ return('struct(' ~ fields | join(', ') ~ ')') }}
{% endmacro %}
