{#
  Finishes the commit an earlier run decided and did not mark. It may have been carried out in part or whole: the rows
  are absolute and the changelog and the history go by number, so doing it again changes nothing that is already there.
#}
{% macro _roll_forward(node, relation, state) %}
  {% set properties = tablestore._unfinished(relation, state) %}
  {% if not properties %}
    {{ return(none) }}
  {% endif %}
  {% set plan = tablestore._staged_plan(relation, state, properties) %}
  {% set commit = tablestore._commit(relation, state, false, tablestore._marks(properties)) %}
  {% do log(node.name ~ ': rolling forward commit ' ~ commit.number ~ ', which an earlier run left unfinished', info=true) %}
  {% set counts = tablestore._rows(tablestore.count_query(plan))[0] %}
  {% do tablestore._run(tablestore.finish_statements(plan, counts, commit, again=true)) %}
  {% do state.update(tablestore._table_state(relation, true)) %}
{% endmacro %}

{# What is left of a plan once its commit is staged: the rows say the rest. #}
{% macro _staged_plan(relation, state, properties) %}
  {% set staged = tablestore._columns(tablestore._relation_columns(tablestore._sibling(relation, '__commit'))) %}
  {% set columns = staged | rejectattr('key', 'in', tablestore._working_columns() + ['_written_at']) | list %}
  {% set written = staged | selectattr('key', 'equalto', '_written_at') | list %}
  {% set stored = tablestore._columns(tablestore._relation_columns(relation)) if written else [] %}
  {% set producer, apart = properties['tablestore.changelog-producer'].split(',')[0], ',' in properties['tablestore.changelog-producer'] %}
  {% set log = {
    'producer': producer,
    'table': tablestore._beside(relation, '__changelog'),
    'pending': tablestore._beside(relation, '__uncompacted') if apart else none,
    'input': tablestore._beside(relation, '__input') if producer == 'input' else none,
    'compared': [] if properties['tablestore.changelog-compares'] == 'true' else none,
  } %}
  {{ return({
    'table': relation | string,
    'commit_table': tablestore._beside(relation, '__commit'),
    'history_table': tablestore._beside(relation, '__commits'),
    'format': properties['tablestore.format'],
    'changelog': log if producer != 'none' else none,
    'columns': columns,
    'kept_columns': [],
    'missing_columns': stored | rejectattr('key', 'in', staged | map(attribute='key') | list) | list,
    'expiry': {'column': written[0]} if written else none,
    'key_columns': tablestore._pick(columns, state.key | map('lower') | list),
  }) }}
{% endmacro %}

{# Of a table's properties, ours. #}
{% macro _marks(properties) %}
  {% set marks = {} %}
  {% for name, value in properties.items() if name.startswith('tablestore.') %}
    {% do marks.update({name: value}) %}
  {% endfor %}
  {{ return(marks) }}
{% endmacro %}
