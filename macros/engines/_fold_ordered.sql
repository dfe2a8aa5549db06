{#
  The fold as Paimon does it: one row after the other, from nothing. The state is the value `v`, whether a value came
  (`init`, for functions that ask) and in a sequence group the newest sequence.
#}
{% macro _fold_ordered(column, aggregate, group, rows, retract) %}
  {% set value = 'r.' ~ column.quoted %}
  {% set starts = aggregate.starts or 'true' %}
  {% set added = tablestore._fold_step(aggregate, group, tablestore._fill_template(aggregate.add, 'a.v', value, 'a.init'),
      'a.init or ' ~ tablestore._fill_template(starts, 'a.v', value) if aggregate.starts, 'r') %}
  {% set cases = [] %}
  {% if group %}
    {% do cases.append('when not ' ~ tablestore._in_group(group, 'r.') ~ ' then a') %}
  {% endif %}
  {% if retract and aggregate.ignores_retract and not group %}
    {% do cases.append('when r._retract then a') %}
  {% elif retract and aggregate.retract %}
    {% do cases.extend(tablestore._retract_steps(aggregate, group, value)) %}
  {% endif %}
  {% if group %}
    {% set reversed = tablestore._fill_template(aggregate.reversed, 'a.v', value, 'a.init') %}
    {% set init = 'a.init or ' ~ tablestore._fill_template(aggregate.starts_reversed or starts, 'a.v', value) if aggregate.starts %}
    {% do cases.append('when ' ~ tablestore._group_key(group, 'r.') ~ ' < a.seq then '
        ~ tablestore._fold_step(aggregate, group, reversed, init, 'a')) %}
  {% endif %}
  {% set step = 'case ' ~ cases | join(' ') ~ ' else ' ~ added ~ ' end' if cases else added %}
  {{ return('aggregate(' ~ rows ~ ', ' ~ tablestore._fold_start(column, aggregate, group) ~ ', (a, r) -> ' ~ step ~ ')') }}
{% endmacro %}

{# The cases of a row that takes its value back. #}
{% macro _retract_steps(aggregate, group, value) %}
  {% set init = 'a.init' if aggregate.starts %}
  {% set taken = tablestore._fill_template(aggregate.retract, 'a.v', value, 'a.init') %}
  {% set late = tablestore._fill_template(aggregate.retract_reversed or aggregate.retract, 'a.v', value, 'a.init') %}
  {% set cases = [] %}
  {% if group %}
    {% do cases.append('when r._retract and ' ~ tablestore._group_key(group, 'r.') ~ ' < a.seq then '
        ~ tablestore._fold_step(aggregate, group, late, init, 'a')) %}
  {% endif %}
  {{ return(cases + ['when r._retract then ' ~ tablestore._fold_step(aggregate, group, taken, init, 'r')]) }}
{% endmacro %}

{# The state after a row; `newest` is the one, the state `a` or the row `r`, whose sequence is the newer. #}
{% macro _fold_step(aggregate, group, value, init, newest) %}
  {% set parts = ["'v'", 'cast(' ~ value ~ ' as ' ~ tablestore._fold_type(aggregate) ~ ')'] %}
  {% if init %}
    {% do parts.extend(["'init'", init]) %}
  {% endif %}
  {% if group %}
    {% do parts.extend(["'seq'", 'a.seq' if newest == 'a' else tablestore._group_key(group, 'r.')]) %}
  {% endif %}
  {{ return('named_struct(' ~ parts | join(', ') ~ ')') }}
{% endmacro %}

{# The state before any row. #}
{% macro _fold_start(column, aggregate, group) %}
  {% set parts = ["'v'", 'cast(null as ' ~ tablestore._fold_type(aggregate) ~ ')'] %}
  {% if aggregate.starts %}
    {% do parts.extend(["'init'", 'false']) %}
  {% endif %}
  {% if group %}
    {% set fields = [] %}
    {% for field in group.sequence %}
      {% do fields.append('cast(null as ' ~ field.type ~ ') as ' ~ field.quoted) %}
    {% endfor %}
    {% do parts.extend(["'seq'", 'struct(' ~ fields | join(', ') ~ ')']) %}
  {% endif %}
  {{ return('named_struct(' ~ parts | join(', ') ~ ')') }}
{% endmacro %}

{# A char is a string while it is computed with. #}
{% macro _fold_type(aggregate) %}
  {{ return('string' if aggregate.folded_type.startswith('varchar') or aggregate.folded_type.startswith('char') else aggregate.folded_type) }}
{% endmacro %}
