{#
  Changes older than the model keeps leave its changelog, but for those a model that reads them has not read. The table
  first says after which commit its changelog has everything, so a reader is never told less than there is.
#}
{% macro _trim_log(plan, node, relation, commit) %}
  {% if plan.changelog and plan.changelog.pending and commit.due and not commit.starts %}
    {% do tablestore._run(['delete from ' ~ plan.changelog.pending ~ ' where _commit <= ' ~ commit.properties['tablestore.compacted']]) %}
  {% endif %}
  {% if not plan.changelog or plan.changelog.retained is none %}
    {{ return(none) }}
  {% endif %}
  {% set old = tablestore._rows('select max(_commit) as last from ' ~ plan.changelog.table ~ ' where _committed_at < '
      ~ tablestore._instant(commit.properties['tablestore.committed-at']) ~ ' - ' ~ plan.changelog.retained)[0].last %}
  {% if old is none %}
    {{ return(none) }}
  {% endif %}
  {% set read = [old | int] %}
  {% for consumer in tablestore._consumers(node, commit.properties['tablestore.epoch']) if consumer.commit < old %}
    {% do read.append(consumer.commit) %}
    {% do log(node.name ~ ': ' ~ consumer.name ~ ' has read the changelog up to commit ' ~ consumer.commit
        ~ '; older changes than the model keeps stay for it', info=true) %}
  {% endfor %}
  {% do tablestore._run([
    tablestore.properties_statement(plan, {'tablestore.changelog-start': read | min}),
    'delete from ' ~ plan.changelog.table ~ ' where _commit <= ' ~ read | min,
  ]) %}
{% endmacro %}

{# The models that read the changelog of a model, as far as they have a table: [{name, commit}]. #}
{% macro _consumers(upstream, epoch) %}
  {% set found = [] %}
  {% for node in graph.nodes.values() if node.resource_type == 'model' and node.config.materialized == 'incremental'
      and tablestore._depends_on(node, upstream) %}
    {% set table = load_relation(tablestore._relation_of(node)) %}
    {% if table %}
      {% for offset in tablestore._table_state(table, true).offsets.values() if offset.epoch == epoch %}
        {% do found.append({'name': node.name, 'commit': offset.commit}) %}
      {% endfor %}
    {% endif %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}

{# Whether a model reads another one, itself or through ephemeral models. #}
{% macro _depends_on(node, upstream) %}
  {% for name in node.depends_on.nodes %}
    {% if name == upstream.unique_id %}
      {{ return(true) }}
    {% elif name in graph.nodes and graph.nodes[name].config.materialized == 'ephemeral'
        and tablestore._depends_on(graph.nodes[name], upstream) %}
      {{ return(true) }}
    {% endif %}
  {% endfor %}
  {{ return(false) }}
{% endmacro %}
