{#
  The commit that a run makes, see `_commit_schema`.

    plan     none for a commit that changes nothing of what the last one says about the table
    rebuild  whether it replaces the table
    starts   whether the changelog starts with it
    offsets  up to which commit it reads the changes of other tables
    states   how long the states of the model are kept, as text
    id       the name of its branch and of its tables, see `_commit_id`
#}
{% macro _next_commit(plan, relation, last, rebuild=false, starts=true, offsets={}, states='', id='') %}
  {% set number, now = 1 if rebuild else last.number + 1, tablestore._next_time(last) %}
  {% set place = plan or {'side_schema': last.side_schema, 'table': relation | string} %}
  {% set described = tablestore._described(plan, last, number, now, rebuild, starts, offsets, states) %}
  {{ return(tablestore._commit_from_properties(relation, last, rebuild, dict(described, **{
    'tablestore.epoch': tablestore._new_epoch(relation) if rebuild or not last.epoch else last.epoch,
    'tablestore.commit': number,
    'tablestore.serial': last.serial + 1,
    'tablestore.writer': tablestore._writer_of(relation),
    'tablestore.run': id,
    'tablestore.kept': tojson(tablestore._kept_suffixes(plan, id) if plan else []),
    'tablestore.log': last.properties.get('tablestore.log', ''),
    'tablestore.committed-at': now,
    'tablestore.made-at': tablestore._made_at(),
    'tablestore.invocation-id': invocation_id,
    'tablestore.history-columns': tablestore._history_order(relation, last, place.side_schema) | join(','),
    'tablestore.side-tables': tablestore._recorded_place(place, last, rebuild),
  }))) }}
{% endmacro %}

{# The suffixes of the tables that the run keeps until the commit is published. #}
{% macro _kept_suffixes(plan, id) %}
  {% set suffixes = [] %}
  {% do suffixes.append('__commit_' ~ id) if plan.commit_table in plan.kept_tables %}
  {% do suffixes.append('__input_' ~ id) if plan.changelog and plan.changelog.input_table in plan.kept_tables %}
  {{ return(suffixes) }}
{% endmacro %}
