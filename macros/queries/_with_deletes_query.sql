{#
  A folded batch with `_is_buried`: whether a row is not newer than a delete of its key that is still kept.

    folded  the query of the folded batch
    limit   the time of a commit up to which its deletes no longer count
    epoch   the epoch of the table, as a literal; none if there are no deletes to read
    undone  the commits that the table does not have any more, see `_is_not_undone`
#}
{% macro _with_deletes_query(plan, folded, limit, epoch, undone=[]) %}
  {% set keys = [] %}
  {% for column in plan.key_columns %}
    {% do keys.append('deleted.' ~ column.quoted) %}
  {% endfor %}
  {% set source = plan.deletes.table %}
  {% if plan.deletes.columns %}
    {% set columns = ['_epoch', '_commit', '_committed_at', '_invocation_id'] %}
    {% for column in plan.key_columns + plan.sequence_columns %}
      {% do columns.append(plan.deletes.columns[loop.index0] ~ ' as ' ~ column.quoted) %}
    {% endfor %}
    {% set source = '(select ' ~ columns | join(', ') ~ ' from ' ~ source ~ ')' %}
  {% endif %}
  {% set newest, not_newer = ('min', ' >= ') if plan.sequence_descending else ('max', ' <= ') %}
  {% set sequence = 'struct(' ~ tablestore._sequence_key(plan, 'new') | join(', ') ~ ')' %}
  {% set deleted = 'struct(' ~ tablestore._sequence_key(plan, 'deleted') | join(', ') ~ ')' %}
  {%- if not epoch %}
select new.*, false as _is_buried
from (
  {{ folded }}
) as new
  {%- else %}
select new.*, coalesce({{ sequence ~ not_newer }}old._newest_delete, false) as _is_buried
from (
  {{ folded }}
) as new
left join (
  select {{ tablestore._wrapped(keys + [newest ~ '(' ~ deleted ~ ') as _newest_delete'], 4) }}
  from {{ source }} as deleted
  left semi join {{ plan.history_table }} as done
    on done.epoch = deleted._epoch and done.commit = deleted._commit
    and done.invocation_id = deleted._invocation_id{{ tablestore._is_not_undone('done.commit', undone) }}
  where deleted._epoch = {{ epoch }} and deleted._committed_at > {{ limit }}
  group by {{ tablestore._wrapped(keys, 4) }}
) as old
  on {{ tablestore._key_match(plan) }}
  {%- endif %}
{%- endmacro %}
