{#
  The engine of a table whose columns are merged one by one and in which a -D removes the row, for rows with a sequence
  and the commits of an upstream: the rows after the last delete that counts start a new row.

    where  the condition of the rows that have an effect; none if all have. A key whose rows have none keeps its row
#}
{% macro _delete_commits_engine(plan, columns, where=none) %}
  {% set deletes = tablestore._deletes_by_commit(plan, "r._kind = '-D'") %}
  {% set restart = tablestore._has_old_row(plan, false) ~ ' or _delete_applies' %}
  {% set engine = tablestore._columns_engine(plan, columns, '_kept', dict(deletes.conditions, _restarts=restart)) %}
  {% do engine.aggregates.update(_records=tablestore._records(plan, columns, where)) if where %}
  {% set flags = tablestore._retraction_flags(plan, engine, "_kind = '-U'") %}
  {% do engine.aggregates.update(flags) %}
  {% do engine.batch_facts.update(deletes.batch_facts, **tablestore._as_columns(flags)) %}
  {% do engine.batch_facts.update(
      _ends_deleted='if(size(_records) = 0, null, size(_kept) = 0)' if where else 'size(_kept) = 0',
      _is_retraction='size(_kept) = 1 and ' ~ tablestore._is_retraction(plan, '_kept[0].')) %}
  {% for column in plan.sequence_columns %}
    {% set last = 'try_element_at(_records, -1).' ~ column.quoted %}
    {% do engine.fold.update({column.name: 'if(size(_kept) = 0, ' ~ last ~ ', ' ~ engine.fold[column.name] ~ ')'}) %}
  {% endfor %}
  {% set ends_deleted = 'new._ends_deleted' %}
  {% if where %}
    {% set ends_deleted = 'coalesce(new._ends_deleted, ' ~ tablestore._has_old_row(plan, false) ~ ')' %}
  {% endif %}
  {{ return(dict(engine, steps=deletes.steps + engine.steps,
      removed=ends_deleted ~ ' or new._is_retraction and _restarts',
      late='new._ends_deleted and not _delete_applies')) }}
{% endmacro %}
