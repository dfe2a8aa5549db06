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

{#
  -D removes the row with its values; the rows after a -D start a new row. -U has no effect on values. It is not filtered
  out, because a stored row with a -U in the batch is in the changelog, even if nothing else changes it.
#}
{% macro _row_delete_engine(plan, columns) %}
  {% set restart = tablestore._has_old_row(plan, false) ~ ' or new._has_delete' ~ (' and not _is_older' if plan.sequence_columns else '') %}
  {% set engine = tablestore._columns_engine(plan, columns, conditions={'_restarts': restart}) %}
  {% set flags = {'_has_delete': "bool_or(_kind = '-D')", '_ends_deleted': tablestore._latest('_kind', plan) ~ " filter (where _kind <> '-U') = '-D'"} %}
  {% do engine.aggregates.update(flags) %}
  {% do engine.batch_facts.update(tablestore._as_columns(flags)) %}
  {{ return(dict(engine, removed='coalesce(new._ends_deleted, ' ~ tablestore._has_old_row(plan, false) ~ ')',
      late='new._ends_deleted and _is_older' if plan.sequence_columns else none)) }}
{% endmacro %}

{% macro _retraction_refusal(plan) %}
  {{ return({
    'when': 'new._has_retraction and (new._rows > 1 or ' ~ tablestore._has_old_row(plan) ~ ')',
    'message': tablestore._string_literal('merge engine partial-update does not accept -U and -D rows by default; to ignore them, set '
        ~ 'ignore_delete=true; to remove the row, set partial_update_remove_record_on_delete=true; to retract the columns of a '
        ~ "sequence group, write fields={'version': {'sequence_group': ['a', 'b']}}"),
  }) }}
{% endmacro %}
