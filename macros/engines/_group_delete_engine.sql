{#
  The engine of a partial-update table in which a -D removes the row, and with it the values before it, unless the -D is
  older than the sequence of the group that removes.

  The rows of a batch are read once to find the newest such -D: `_newest_delete` has its order and its sequence in each
  removing group. A single row is not treated as a delete here: whether it removes the row depends on the stored sequence
  alone.
#}
{% macro _group_delete_engine(plan, columns) %}
  {% set facts, tests = {'_ends_deleted': 'size(_kept) = 0'}, [] %}
  {% do facts.update(_is_retraction='size(_kept) > 0 and forall(_kept, r -> ' ~ tablestore._is_retraction(plan, 'r.') ~ ')') %}
  {% for group in plan.groups if group.removes %}
    {% set name, found = '_delete_sequence_' ~ group.number, '_newest_delete.sequence_' ~ group.number %}
    {% do facts.update({name: 'if(' ~ tablestore._in_group(group, found ~ '.') ~ ', ' ~ found ~ ', null)'}) %}
    {% do tests.append('new.' ~ name ~ ' >= ' ~ tablestore._group_key(group, 'old.')) %}
  {% endfor %}
  {% set engine = tablestore._columns_engine(plan, columns, '_kept', {
    '_delete_applies': 'coalesce(' ~ tests | join(' or ') ~ ', false)',
    '_restarts': tablestore._has_old_row(plan, false) ~ ' or _delete_applies',
  }) %}
  {% set kept = 'filter(_records, r -> ' ~ tablestore._arrival(plan, 'r') ~ (' < ' if plan.sequence_descending else ' > ') ~ '_newest_delete.row_order)' %}
  {% set steps = [
    {'name': 'deletes', 'columns': {'_newest_delete': tablestore._newest_delete(plan)}},
    {'name': 'kept', 'columns': {'_kept': tablestore._case(['when _newest_delete.row_order is null or size(_records) = 1 then _records'], kept)}},
  ] %}
  {% set flags = tablestore._retraction_flags(plan, engine) %}
  {% do engine.aggregates.update(flags) %}
  {% do engine.batch_facts.update(facts, **tablestore._as_columns(flags)) %}
  {{ return(dict(engine, steps=steps + engine.steps, removed='(new._ends_deleted or new._is_retraction) and _restarts',
      late='new._ends_deleted and not _restarts')) }}
{% endmacro %}

{#
  The newest delete in the rows of a key: its order and, for each removing group, its sequence. On the way there, `newest_`
  is the newest sequence of the group since that delete.
#}
{% macro _newest_delete(plan) %}
  {% set start, deleted, other, conditions = [], [], [], [] %}
  {% for group in plan.groups | selectattr('removes') %}
    {% set key, nothing = tablestore._group_key(group, 'r.'), tablestore._null_group_key(group) %}
    {% set newest, sequence = 'newest_' ~ group.number, 'sequence_' ~ group.number %}
    {% do start.extend(["'" ~ newest ~ "', " ~ nothing, "'" ~ sequence ~ "', " ~ nothing]) %}
    {% do deleted.extend(["'" ~ newest ~ "', " ~ nothing, "'" ~ sequence ~ "', greatest(" ~ key ~ ', a.' ~ sequence ~ ')']) %}
    {% do other.extend(["'" ~ newest ~ "', greatest(" ~ key ~ ', a.' ~ newest ~ ')', "'" ~ sequence ~ "', a." ~ sequence]) %}
    {% do conditions.append(tablestore._in_group(group, 'r.') ~ ' and ' ~ key ~ ' >= a.' ~ newest) %}
  {% endfor %}
  {% set condition = conditions[0] if conditions | length == 1 else '(' ~ conditions | join(' or ') ~ ')' %}
  {# no array is empty here: the IF is a null with the type of `_order` #}
  {% set start = tablestore._function_call('named_struct', ["'row_order', if(size(_records) = 0, " ~ tablestore._arrival(plan, '_records[0]') ~ ', null)'] + start) %}
  {% set deleted = tablestore._function_call('named_struct', ["'row_order', " ~ tablestore._arrival(plan, 'r')] + deleted) %}
  {% set other = tablestore._function_call('named_struct', ["'row_order', a.row_order"] + other) %}
  {{ return('aggregate(\n  ' ~ tablestore._records_by_arrival(plan) | indent(2) ~ ',\n  ' ~ start | indent(2) ~ ',\n  (a, r) -> '
      ~ tablestore._case(["when r._kind = '-D' and " ~ condition ~ ' then ' ~ deleted], other) | indent(2) ~ '\n)') }}
{% endmacro %}
