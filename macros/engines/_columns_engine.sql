{#
  The engine of a table whose columns merge each on its own: their folds and merges, put together.

    columns  [{column, aggregate, group}]
    records  the name of the rows that count, when a delete in the batch leaves some out
    fresh    when the row starts with this batch
#}
{% macro _columns_engine(plan, columns, records=none, fresh=none) %}
  {% set engine = {'aggregates': {}, 'levels': [], 'fold': {}, 'batch_facts': {}, 'folded_types': {}, 'combine': {}, 'refusals': [], 'checked': {}} %}
  {% set stepped = {} %}
  {% set failed = [] %}
  {% for item in columns %}
    {% set column, aggregate = item.column, item.aggregate %}
    {% set folded = tablestore._fold_column(plan, column, aggregate, item.group, records) %}
    {% if folded.grouped %}
      {% do engine.aggregates.update({column.quoted: folded.grouped}) %}
    {% else %}
      {% do stepped.update({column.quoted: folded.stepped}) %}
    {% endif %}
    {% if folded.failed %}
      {% do failed.append('when ' ~ folded.failed ~ ' then ' ~ tablestore._overflow_message(column, aggregate)) %}
    {% endif %}
    {% do engine.fold.update({column.name: folded.value}) %}
    {% do engine.folded_types.update({column.name: aggregate.folded_type}) %}
    {% do engine.combine.update({column.name: tablestore._merge_column(plan, column, aggregate, item.group, fresh)}) %}
    {% do engine.refusals.extend(tablestore._column_refusals(plan, item, engine.combine[column.name])) %}
    {% if aggregate.checked %}
      {% do engine.checked.update({column.name: tablestore._overflow_message(column, aggregate)}) %}
    {% endif %}
  {% endfor %}
  {% if stepped or records %}
    {% do engine.aggregates.update({'_records': tablestore._records(plan, columns if records else tablestore._needed_columns(columns, stepped))}) %}
    {% do engine.levels.append({'name': 'stepped', 'columns': stepped}) %}
  {% endif %}
  {% if failed %}
    {% do engine.batch_facts.update({'_failed': 'case ' ~ failed | join(' ') ~ ' end'}) %}
    {% do engine.refusals.append({'when': 'new._failed is not null', 'message': 'new._failed'}) %}
  {% endif %}
  {{ return(engine) }}
{% endmacro %}

{# The columns a fold over the rows looks at: its own and those that order its group. #}
{% macro _needed_columns(columns, stepped) %}
  {% set names = stepped.keys() | list %}
  {% for item in columns if item.group and item.column.quoted in stepped %}
    {% do names.extend(item.group.sequence | map(attribute='quoted') | list) %}
  {% endfor %}
  {% set needed = [] %}
  {% for item in columns if item.column.quoted in names %}
    {% do needed.append(item) %}
  {% endfor %}
  {{ return(needed) }}
{% endmacro %}

{# All rows of a key in their order, with what the columns need of them. #}
{% macro _records(plan, columns) %}
  {% set retract = tablestore._is_retraction(plan) %}
  {% set fields = ['_order'] + (["_kind", retract ~ ' as _retract'] if retract else []) %}
  {% for item in columns %}
    {% set value = item.aggregate.raw | replace('{value}', item.column.quoted) %}
    {% do fields.append('cast(' ~ value ~ ' as ' ~ item.column.type ~ ') as ' ~ item.column.quoted) %}
  {% endfor %}
  {% set order = '-1, 1' if not plan.sequence_descending else '1, -1' %}
  {% set compare = '(l, r) -> if(l._order < r._order, ' ~ order.split(', ')[0] ~ ', if(l._order > r._order, ' ~ order.split(', ')[1] ~ ', 0))' %}
  {{ return('array_sort(collect_list(struct(' ~ fields | join(', ') ~ ')), ' ~ compare ~ ')') }}
{% endmacro %}
