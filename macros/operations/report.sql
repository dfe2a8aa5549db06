{#
  dbt run-operation report [--args '{path: target/report.html}']

  Writes a page about the keyed tables and materialized views of the project: their commits, files, states and readers,
  with the command that fixes what is wrong. It opens without a network, and has no value of a column.
#}
{% macro report(path='target/tablestore_report.html') %}
  {% do tablestore._check_arguments('report', '{path: target/report.html}', needed={'path': path}, unknown=kwargs) %}
  {% do tablestore._require_adapter('report') %}
  {% do tablestore._adapter_reports().check(path) %}
  {% set tables = [] %}
  {% for node in graph.nodes.values() if node.resource_type == 'model' and (tablestore.is_keyed(node)
      or tablestore._config_of(node).materialized == 'materialized_view') %}
    {% set found = tablestore._adapter_reports().read(tablestore._reported_table, node,
        tablestore._unambiguous_name(node)) %}
    {% do tables.append(found) if found is not none %}
  {% endfor %}
  {% do print(tablestore._adapter_reports().write(tables, path)) %}
{% endmacro %}

{# What the report says about the table of a model, see report/facts.py of the adapter; none before its first commit. #}
{% macro _reported_table(node) %}
  {% set relation = tablestore.stored_rows(tablestore._model_relation(node)) %}
  {% set last = tablestore.last_commit(relation, load_relation(relation)) %}
  {{ return(tablestore._reported_facts(node, relation, last) if last.epoch else none) }}
{% endmacro %}

{% macro _reported_facts(node, relation, last) %}
  {% set is_view = not tablestore.is_keyed(node) %}
  {% set history = tablestore.side_table(relation, '__commits', last.side_schema) | string %}
  {% set health = tablestore._format(last.properties['tablestore.format']).health %}
  {% set before = tablestore._time_before(tablestore._clock_now(),
      tablestore._maintenance_of(node).keep_history) %}
  {% set files = health.query | replace('{table}', relation | string) | replace('{before}', before) %}
  {% set counts = tablestore._commit_counts(relation, last.side_schema, last) %}
  {% set commits %}
    select commit, epoch, unix_micros(committed_at) as micros, invocation_id,
      {{ counts | join(', ') }}
    from {{ history }}
    order by micros desc, commit desc
    limit 200
  {% endset %}
  {% set latencies = [] %}
  {% if not is_view %}
    {% set sequence_field = tablestore._read_options(node, by_plan=false).options.sequence_field %}
    {% set latencies = tablestore._reported_latencies(relation, last, sequence_field, history) %}
  {% endif %}
  {{ return({
    'name': tablestore._unambiguous_name(node), 'unique_id': node.unique_id,
    'relation': tablestore._model_relation(node) | string, 'is_view': is_view,
    'format': last.properties['tablestore.format'],
    'engine': last.properties.get('tablestore.merge-engine'),
    'key': last.primary_key,
    'number': last.number, 'readable': tablestore._last_in_changelog(last), 'producer': last.producer,
    'ttl': last.ttl,
    'states': last.properties.get('tablestore.states') or '',
    'offsets': last.offsets,
    'is_unfinished': tablestore._unpublished(relation, last) is not none,
    'rows': tablestore.query_rows('select count(*) as n from ' ~ relation)[0].n,
    'files': tablestore.query_rows(files)[0], 'file_columns': health.columns,
    'commits': tablestore.query_rows(commits),
    'latencies': latencies,
    'readers': tablestore._changelog_readers(node, last.epoch),
    'depends_on': node.depends_on.nodes,
    'compiled_plan': tablestore._config_of(node).compiled_plan,
  }) }}
{% endmacro %}

{#
  The seconds from the newest event of each commit to the start of its run, where events have a time and there is a
  changelog. A TIMESTAMP_NTZ is not such a time: its zone is not known.
#}
{% macro _reported_latencies(relation, last, sequence_field, history) %}
  {% set columns = tablestore._columns_of_model(tablestore._describe_table(relation)) %}
  {% set columns = tablestore._columns_named(columns, sequence_field[:1] | map('lower') | list) %}
  {% if last.producer == 'none' or not columns or columns[0].type | lower != 'timestamp' %}
    {{ return([]) }}
  {% endif %}
  {% set newest = 'unix_micros(max(log.' ~ columns[0].quoted ~ '))' %}
  {{ return(tablestore.query_rows(
    'select log._commit as commit, (unix_micros(first(history.committed_at)) - ' ~ newest ~ ') / 1e6 as seconds'
    ~ '\nfrom ' ~ tablestore.side_table(relation, '__changelog', last.side_schema) | string ~ ' as log'
    ~ '\njoin ' ~ history ~ ' as history on history.commit = log._commit'
    ~ ' and history.epoch = ' ~ tablestore.string_literal(last.epoch)
    ~ '\nwhere log.' ~ columns[0].quoted ~ ' is not null and log._commit > ' ~ (last.number - 200)
    ~ '\ngroup by log._commit\norder by log._commit'
  )) }}
{% endmacro %}
