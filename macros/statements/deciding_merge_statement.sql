{#
  The MERGE of a commit that looks up no stored rows: its conditions decide what happens to each key of the folded batch. See
  `_merge_may_decide`.

    into  the table, or a branch of it
#}
{% macro deciding_merge_statement(plan, into) %}
{% set engine, conditions = tablestore._engine(plan), [] %}
{% set columns = tablestore._stored_columns(plan) | map(attribute='quoted') | list %}
{% set updates = tablestore._assignments(plan) %}
{% set current = ' and (' ~ engine.late ~ ') is not true' if engine.late else '' %}
merge into {{ into }} as old
using {{ tablestore._folded_rows(plan) }} as new
on {{ tablestore._key_match(plan, 'old', 'new') }}{{ tablestore._in_key_ranges(plan, 'old') }}
{%- if not engine.ignored %}
{%- if engine.removed %}
when matched{{ current }} and {{ engine.removed }} then delete
{%- endif %}
{%- if updates %}
when matched{{ current }}
  and not ({{ tablestore._comparable_row(plan.value_columns, 'old') | indent(2) }}
    <=> {{ tablestore._comparable_row(plan.value_columns, 'new') | indent(4) }}) then update set
  {{ updates | join(',\n  ') }}
{%- endif %}
{%- endif %}
when not matched{{ ' and ' ~ engine.removed ~ ' is not true' if engine.removed }} then insert ({{ tablestore._wrapped(columns, 2) }})
  values ({{ tablestore._fields('new', columns) }})
{% endmacro %}
