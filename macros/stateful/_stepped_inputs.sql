{#
  The rows of the inputs before and after each step of a run, for operators with a TTL and for tables whose rows expire.
  The changelog of an input records when each row was written and replaced. A row that expired from the table stays in the
  state of the operator until its key is written again, because no change removes it. If the operator has no TTL, all
  unread changes are one step. With a TTL:

    window  a join finds a row until it is as old as the TTL at the step. A changed row always counts: as in Flink, its
            retraction is forwarded even if its state has expired
    gap     the rows of a key expire when the key has not been written for the TTL
    first   the rows of a key expire when the first write of the key is as old as the TTL, whatever was written later

  The version of a row is an even number before a step and the next odd number after it.
#}
{% macro _stepped_inputs(inputs, operator, steps, subject) %}
  {% set parts, later, touched = [], [], [] %}
  {% for given in inputs %}
    {% set step = steps.numbers[loop.index0] if steps else 'if(_commit > ' ~ given.after ~ ', 1, 0)' %}
    {% set input = dict(given, step=step, first=tablestore._first_event(given, operator, steps, subject)) %}
    {% if input.upstream.expires %}
      {% do parts.extend(tablestore._held_rows(input, operator, steps)) %}
    {% else %}
      {% do parts.append(tablestore._cte(input.name ~ '_unread', 'select *, ' ~ input.step ~ ' as _step\nfrom '
          ~ tablestore._change_rows(input.upstream, input.after, input.upstream.until))) %}
      {% do later.extend(tablestore._held_rows(input, operator, steps, touched=true)) %}
    {% endif %}
    {% do touched.append(tablestore._touched_steps(input)) %}
    {% do later.extend(tablestore._step_versions(input, operator, steps)) %}
  {% endfor %}
  {% do parts.append(tablestore._cte('touched', touched | join('\nunion\n'))) %}
  {{ return(parts + later) }}
{% endmacro %}

{# The steps that change an input, with the operator keys of the changed rows. #}
{% macro _touched_steps(input) %}
  {% set columns = ['_step'] %}
  {% for column in input.operator_key %}
    {% do columns.append(tablestore._quote(column) ~ ' as _key_' ~ loop.index) %}
  {% endfor %}
  {{ return('select distinct ' ~ columns | join(', ') ~ '\nfrom ' ~ input.name ~ ('_changes' if input.upstream.expires else '_unread')) }}
{% endmacro %}

{# The rows of an input before and after the steps that touch their operator key. #}
{% macro _step_versions(input, operator, steps) %}
  {% set forgets_keys = input.ttl and operator.expiry != 'window' %}
  {% set columns = input.columns + (['_at'] if forgets_keys else []) %}
  {% set rows %}
select 2 * _step + _after - 2 as _version, {{ columns | join(', ') }}
from {{ input.name }}_changes
{%- if not operator.normalized %}
union all
select explode(array(2 * _step - 2, 2 * _step - 1)) as _version, {{ columns | join(', ') }}
from {{ input.name }}_held as held
join touched on held._from < touched._step and coalesce(touched._step < held._to, true)
{%- if input.operator_key %}
  and {{ tablestore._key_condition(input.operator_key, 'held', 'touched', '=' if operator.expiry == 'window' else '<=>') }}
{%- endif %}
{%- if input.ttl and not forgets_keys %}
  and get({{ steps.times }}, touched._step - 1) - held._at < {{ input.ttl * 1000 }}
{%- endif %}
{%- endif %}
  {%- endset %}
  {% if forgets_keys %}
    {{ return([tablestore._cte(input.name ~ '_versions', rows)] + tablestore._key_lifetimes(input, operator.expiry, steps)) }}
  {% endif %}
  {{ return([tablestore._cte(input.rows_name, rows)]) }}
{% endmacro %}
