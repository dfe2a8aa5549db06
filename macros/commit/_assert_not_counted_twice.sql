{#
  Fails if the query reads all rows of a table now, and no longer a table whose rows the model has counted: after an
  alias or `latest_version` has changed, both are the same rows under two names. A rebuild has the rows of the new table
  only. Where a row that comes again changes nothing, the model goes on, and so it does after a run that has read
  neither of them.

    before  the offsets of the last commit
    ranges  what the query reads, see `_read_annotation`
#}
{% macro _assert_not_counted_twice(plan, before, ranges) %}
  {% set epochs, left, problems = ranges | map(attribute='epoch') | list, [], [] %}
  {% for table, offset in before.items() if 'commit' in offset and table != 'new_files'
      and offset.epoch not in epochs and not offset.left %}
    {% do left.append(table) %}
  {% endfor %}
  {% set counted = tablestore._counted_again(plan) if left else none %}
  {% for range in ranges if range.after is none and counted %}
    {% for table in left if tablestore._name_in_schema(table) != tablestore._name_in_schema(range.table) %}
      {% do problems.append('it reads ' ~ range.table ~ ' for the first time, and no longer ' ~ table
          ~ ', which it has read up to commit ' ~ before[table].commit ~ ': rows that both have would be twice in '
          ~ counted ~ '. Rebuild this model, ' ~ tablestore.rebuild_command(plan.model)
          ~ ', or, if the two have different rows, let it read both (union all)') %}
    {% endfor %}
  {% endfor %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' reads a table in place of another; nothing was written",
      problems | unique | list) %}
{% endmacro %}

{# Where a row counts again if a model reads it again, as text for a message; none if nowhere. #}
{% macro _counted_again(plan) %}
  {% set columns = [] %}
  {% for name, merged in plan.definition.items() if name.startswith('fields.') %}
    {% set function, parts = merged.split(',')[0], merged.split(', ')[1:] %}
    {% if function in ['sum', 'product', 'count', 'listagg', 'collect', 'nested_update'] and 'distinct' not in parts
        and 'nested_key ' not in merged %}
      {% do columns.append(name.removeprefix('fields.') ~ ' (' ~ function ~ ')') %}
    {% endif %}
  {% endfor %}
  {{ return(columns | join(', ') or ("its changelog (changelog_producer='input')"
      if plan.changelog and plan.changelog.producer == 'input' else none)) }}
{% endmacro %}
