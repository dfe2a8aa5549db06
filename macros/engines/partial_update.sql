{#
  A value that is not null overwrites the stored one; null keeps it. A sequence group orders its own columns by its own
  fields; within a group, null overwrites too.

    stored (1, 'paid', null)   batch +I (1, null, 'DHL')                                  ->  (1, 'paid', 'DHL')
    group g of a               stored (1, a=5, g=20)    batch +I (1, a=7, g=10)           ->  (1, a=5, g=20)
    group g of a               stored (1, a=5, g=20)    batch -D (1, a=5, g=30)           ->  (1, a=null, g=30)
    with partial_update_remove_record_on_delete         batch -D (1, ...), +I (1, null, 'UPS')   ->  (1, null, 'UPS')
#}
{% macro _partial_update_engine(plan) %}
  {% set columns = [] %}
  {% for column in plan.value_columns %}
    {% do columns.append(tablestore._partial_update_column(plan, column)) %}
  {% endfor %}
  {% set retraction = tablestore._is_retraction(plan) %}
  {% if retraction and plan.groups | selectattr('removes') | list %}
    {{ return(tablestore._group_delete_engine(plan, columns)) }}
  {% elif retraction and plan.options.partial_update_remove_record_on_delete %}
    {% if tablestore._has_commits_and_sequence(plan) %}
      {{ return(tablestore._delete_commits_engine(plan, columns, "_kind <> '-U'")) }}
    {% endif %}
    {{ return(tablestore._row_delete_engine(plan, columns)) }}
  {% endif %}
  {% set engine = tablestore._columns_engine(plan, columns) %}
  {% if not retraction %}
    {{ return(engine) }}
  {% elif not plan.groups %}
    {% do engine.refusals.append(tablestore._retraction_refusal(plan)) %}
  {% endif %}
  {% set flags = dict(tablestore._retraction_flags(plan, engine), _is_retraction='bool_and(' ~ retraction ~ ')') %}
  {% do engine.aggregates.update(flags) %}
  {% do engine.batch_facts.update(tablestore._as_columns(flags)) %}
  {{ return(dict(engine, removed='new._is_retraction and ' ~ tablestore._has_old_row(plan, false))) }}
{% endmacro %}

{# The aggregate function of a column of a partial-update table, and the sequence group that orders it. #}
{% macro _partial_update_column(plan, column) %}
  {% for group in plan.groups %}
    {% set item = {'column': column, 'group': group} %}
    {% if column.lower_name in group.sequence | map(attribute='lower_name') | list %}
      {% set aggregate = tablestore._complete_aggregate('sequence', tablestore._group_sequence_aggregate(), column) %}
      {{ return(dict(item, aggregate=aggregate)) }}
    {% elif column.lower_name in group.members %}
      {% set settings = plan.fields.get(column.lower_name, {}) %}
      {% set name = settings.aggregate_function or plan.options.default_aggregate_function %}
      {% if name %}
        {{ return(dict(item, aggregate=tablestore._aggregate(name, column, settings))) }}
      {% endif %}
      {% set aggregate = tablestore._complete_aggregate('member', tablestore._group_member_aggregate(), column) %}
      {{ return(dict(item, aggregate=aggregate)) }}
    {% endif %}
  {% endfor %}
  {{ return({'column': column, 'group': none, 'aggregate': tablestore._overwrite_aggregate(plan, column)}) }}
{% endmacro %}

{# The fields that order a group are those of its newest row, retracted or not. #}
{% macro _group_sequence_aggregate() %}
  {{ return({
    'add': '{value}',
    'retract': '{value}',
    'retract_older': '{acc}',
    'grouped': '{last}({value}, {order}){where}',
    'grouped_with_retractions': '{last}({value}, {order}){where}',
    'orders_by_group': true, 'keeps_first_value': true,
  }) }}
{% endmacro %}

{# A member without an aggregate function takes the value of the newest row of its group, including null. #}
{% macro _group_member_aggregate() %}
  {{ return({
    'add': '{value}',
    'retract': 'null',
    'retract_older': '{acc}',
    'grouped': '{last}({value}, {order}){where}',
    'grouped_with_retractions': '{last}(if({retract}, null, {value}), {order}){where}',
    'orders_by_group': true, 'keeps_first_value': true,
  }) }}
{% endmacro %}

{#
  A column outside every group: the newest value that is not null. Retractions do not remove it, unless a -D removes the
  row: then it starts again after the -D. A single retraction keeps its own sequence, which tells whether it is late.
#}
{% macro _overwrite_aggregate(plan, column) %}
  {% set aggregate = tablestore._aggregate('last_non_null_value', column, {'ignore_retract': true}) %}
  {% set aggregate = dict(aggregate, keeps_single_row=column in plan.sequence_columns) %}
  {% if tablestore._is_retraction(plan) and plan.options.partial_update_remove_record_on_delete %}
    {% set grouped = "{last}(if(_kind = '-D', null, {value}), {order}) "
        ~ "filter (where _kind = '-D' or _kind <> '-U' and {value} is not null)" %}
    {% if column in plan.sequence_columns %}
      {% set grouped = "{last}({value}, {order}) filter (where _kind <> '-U' and {value} is not null)" %}
    {% endif %}
    {{ return(dict(aggregate, grouped_with_retractions=grouped, ignores_retractions=false, grouped_skips_null=false,
        folds_retractions=true, keeps_single_row=false)) }}
  {% endif %}
  {{ return(aggregate) }}
{% endmacro %}

{#
  The engine of a partial-update table in which a -D removes the row, and with it the values before it, unless the -D is
  older than the sequence of the group that removes.

  The rows of a batch are read once to find the newest such -D: `_newest_delete` has its order and its sequence in each
  removing group. A single row is not treated as a delete here: whether it removes the row depends on the stored
  sequence alone.
#}
{% macro _group_delete_engine(plan, columns) %}
  {% set facts, tests = {'_ends_deleted': 'size(_kept) = 0'}, [] %}
  {% set all_retractions = 'forall(_kept, r -> ' ~ tablestore._is_retraction(plan, 'r.') ~ ')' %}
  {% do facts.update(_is_retraction='size(_kept) > 0 and ' ~ all_retractions) %}
  {% for group in plan.groups if group.removes %}
    {% set name, found = '_sequence_of_delete_' ~ group.number, '_newest_delete.sequence_' ~ group.number %}
    {% do facts.update({name: 'if(' ~ tablestore._in_group(group, found ~ '.') ~ ', ' ~ found ~ ', null)'}) %}
    {% do tests.append('new.' ~ name ~ ' >= ' ~ tablestore._group_key(group, 'old.')) %}
  {% endfor %}
  {% set engine = tablestore._columns_engine(plan, columns, '_kept', {
    '_delete_applies': 'coalesce(' ~ tests | join(' or ') ~ ', false)',
    '_restarts': tablestore._has_old_row(plan, false) ~ ' or _delete_applies',
  }) %}
  {% set is_later = ' < ' if plan.sequence_descending else ' > ' %}
  {% set kept = 'filter(_records, r -> ' ~ tablestore._arrival(plan, 'r') ~ is_later ~ '_newest_delete.row_order)' %}
  {% set keeps_all = 'when _newest_delete.row_order is null or size(_records) = 1 then _records' %}
  {% set steps = [
    {'name': 'deletes', 'columns': {'_newest_delete': tablestore._newest_delete(plan)}},
    {'name': 'kept', 'columns': {'_kept': tablestore._wrapped_case([keeps_all], kept)}},
  ] %}
  {% set flags = tablestore._retraction_flags(plan, engine) %}
  {% do engine.aggregates.update(flags) %}
  {% do engine.batch_facts.update(facts, **tablestore._as_columns(flags)) %}
  {{ return(dict(engine, steps=steps + engine.steps, removed='(new._ends_deleted or new._is_retraction) and _restarts',
      late='new._ends_deleted and not _restarts')) }}
{% endmacro %}

{#
  The newest delete in the rows of a key: its order and, for each removing group, its sequence. On the way there,
  `newest_` is the newest sequence of the group since that delete.
#}
{% macro _newest_delete(plan) %}
  {% set start, deleted, other, conditions = [], [], [], [] %}
  {% for group in plan.groups | selectattr('removes') %}
    {% set key, nothing = tablestore._group_key(group, 'r.'), tablestore._null_group_key(group) %}
    {% set newest, sequence = 'newest_' ~ group.number, 'sequence_' ~ group.number %}
    {% do start.extend(["'" ~ newest ~ "', " ~ nothing, "'" ~ sequence ~ "', " ~ nothing]) %}
    {% do deleted.extend([
        "'" ~ newest ~ "', " ~ nothing,
        "'" ~ sequence ~ "', greatest(" ~ key ~ ', a.' ~ sequence ~ ')']) %}
    {% do other.extend([
        "'" ~ newest ~ "', greatest(" ~ key ~ ', a.' ~ newest ~ ')',
        "'" ~ sequence ~ "', a." ~ sequence]) %}
    {% do conditions.append(tablestore._in_group(group, 'r.') ~ ' and ' ~ key ~ ' >= a.' ~ newest) %}
  {% endfor %}
  {% set condition = conditions[0] if conditions | length == 1 else '(' ~ conditions | join(' or ') ~ ')' %}
  {# no array is empty here: the IF is a null with the type of `_order` #}
  {% set arrival = tablestore._arrival(plan, '_records[0]') %}
  {% do start.insert(0, "'row_order', if(size(_records) = 0, " ~ arrival ~ ', null)') %}
  {% do deleted.insert(0, "'row_order', " ~ tablestore._arrival(plan, 'r')) %}
  {% do other.insert(0, "'row_order', a.row_order") %}
  {% set removes = "when r._kind = '-D' and " ~ condition
      ~ ' then ' ~ tablestore._wrapped_call('named_struct', deleted) %}
  {% set after = tablestore._wrapped_case([removes], tablestore._wrapped_call('named_struct', other)) %}
  {{ return('aggregate(\n  ' ~ tablestore._records_by_arrival(plan) | indent(2)
      ~ ',\n  ' ~ tablestore._wrapped_call('named_struct', start) | indent(2)
      ~ ',\n  (a, r) -> ' ~ after | indent(2) ~ '\n)') }}
{% endmacro %}

{#
  -D removes the row with its values; the rows after a -D start a new row. -U has no effect on values. It is not
  filtered out, because a stored row with a -U in the batch is in the changelog, even if nothing else changes it.
#}
{% macro _row_delete_engine(plan, columns) %}
  {% set deletes = tablestore._deletes_by_sequence(plan) %}
  {% set engine = tablestore._columns_engine(plan, columns, conditions=deletes.conditions) %}
  {% set flags = dict(deletes.aggregates, **{
    '_ends_deleted': tablestore._latest('_kind', plan) ~ " filter (where _kind <> '-U') = '-D'",
  }) %}
  {% do engine.aggregates.update(flags) %}
  {% do engine.batch_facts.update(tablestore._as_columns(flags)) %}
  {{ return(dict(engine, removed='coalesce(new._ends_deleted, ' ~ tablestore._has_old_row(plan, false) ~ ')',
      late=deletes.late)) }}
{% endmacro %}

{% macro _retraction_refusal(plan) %}
  {{ return({
    'when': 'new._has_retraction and (new._rows > 1 or ' ~ tablestore._has_old_row(plan) ~ ')',
    'message': tablestore.string_literal('merge engine partial-update does not accept -U and -D rows by default; '
        ~ 'to ignore them, set ignore_delete=true; '
        ~ 'to remove the row, set partial_update_remove_record_on_delete=true; '
        ~ "to retract the columns of a sequence group, write fields={'version': {'sequence_group': ['a', 'b']}}"),
  }) }}
{% endmacro %}
