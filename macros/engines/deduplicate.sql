{#
  Keeps the last row of a key as a whole; a delete removes the row.

    stored (1, 'new', 10)   batch +I (1, 'paid', 30), +I (1, 'sent', 20)   ->  (1, 'paid', 30)
    stored (1, 'paid', 30)  batch -D (1, ..., 40)                          ->  no row
    stored (1, 'paid', 30)  batch +I (1, 'late', 25)                       ->  (1, 'paid', 30), counted as late

  If the SELECT is the whole table, a key that it does not have is removed, and the sequence only orders its own rows.
#}
{% macro _deduplicate_engine(plan) %}
  {% set fold, combine = {}, {} %}
  {% for column in plan.value_columns %}
    {% do fold.update({column.name: 'cast(_last.' ~ column.quoted ~ ' as ' ~ column.type ~ ')'}) %}
    {% do combine.update({column.name: 'new.' ~ column.quoted}) %}
  {% endfor %}
  {% set retraction = tablestore._is_retraction(plan, '_last.') %}
  {% if retraction and tablestore._has_commits_and_sequence(plan) and not plan.deletes %}
    {{ return(tablestore._deduplicate_commits_engine(plan, fold, combine)) }}
  {% endif %}
  {% set full = plan.options.input == 'full' %}
  {% set members = plan.value_columns | map(attribute='quoted') | list + (['_kind'] if retraction else []) %}
  {% set row = tablestore._wrapped_call('struct', members) %}
  {% set facts = {'_is_missing': 'false'} if full else {'_is_retraction': retraction} if retraction else {} %}
  {{ return({
    'aggregates': {'_last': row if plan.is_folded else tablestore._latest(row, plan)} if members else {},
    'fold': fold,
    'batch_facts': facts,
    'removed': 'new._is_missing' if full else 'new._is_retraction' if retraction else none,
    'combine': combine,
    'late': none if full else tablestore._is_late_or_buried(plan) if plan.deletes else tablestore._is_late(plan),
    'whole_rows': true,
  }) }}
{% endmacro %}

{#
  Whether the batch is older than the stored row, or if there is none, not newer than the last delete of its key: within
  a batch, too, a delete comes after rows of the same sequence.
#}
{% macro _is_late_or_buried(plan) %}
  {{ return(tablestore._is_late(plan) ~ ' or new._is_buried and ' ~ tablestore._has_old_row(plan, false)) }}
{% endmacro %}

{# Rows with a sequence and the commits of an upstream: the last row after the deletes that count. #}
{% macro _deduplicate_commits_engine(plan, fold, combine) %}
  {% set deletes, columns = tablestore._deletes_by_commit(plan, tablestore._is_retraction(plan, 'r.')), [] %}
  {% for column in plan.value_columns %}
    {% do columns.append({'column': column, 'aggregate': {'converted': '{value}'}}) %}
  {% endfor %}
  {{ return({
    'aggregates': {'_records': tablestore._records(plan, columns)},
    'steps': deletes.steps + [
      {'name': 'last', 'columns': {'_last': 'element_at(if(size(_kept) = 0, _records, _kept), -1)'}},
    ],
    'fold': fold,
    'batch_facts': dict(deletes.batch_facts, _is_retraction='size(_kept) = 0'),
    'conditions': deletes.conditions,
    'removed': 'new._is_retraction',
    'combine': combine,
    'late': 'not _delete_applies and (new._is_retraction or ' ~ tablestore._is_late(plan) ~ ')',
  }) }}
{% endmacro %}
