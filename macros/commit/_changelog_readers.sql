{#
  The models that read the changelog of a model and have a table, as [{name, commit}] with the commit they have read up
  to.
#}
{% macro _changelog_readers(upstream, epoch) %}
  {% set found = [] %}
  {% for node in graph.nodes.values() if node.resource_type == 'model'
      and tablestore._config_of(node).materialized in ['incremental', 'materialized_view']
          and tablestore._depends_on(node, upstream) %}
    {% set table = load_relation(tablestore.stored_rows(tablestore._model_relation(node))) %}
    {% if table %}
      {% for offset in tablestore.last_commit(table, true).offsets.values() if offset.epoch == epoch %}
        {% do found.append({'name': tablestore.versioned_name(node), 'commit': offset.commit}) %}
      {% endfor %}
    {% endif %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}

{#
  Whether a model reads another one, directly or through ephemeral models and views. Each of these is looked at once:
  `known` has their ids, because the ways through layers of views are many more than the views.
#}
{% macro _depends_on(node, upstream, known=none) %}
  {% set known = [] if known is none else known %}
  {% for name in node.depends_on.nodes if name not in known %}
    {% do known.append(name) %}
    {% if name == upstream.unique_id %}
      {{ return(true) }}
    {% elif name in graph.nodes and tablestore._config_of(graph.nodes[name]).materialized in ['ephemeral', 'view']
        and tablestore._depends_on(graph.nodes[name], upstream, known) %}
      {{ return(true) }}
    {% endif %}
  {% endfor %}
  {{ return(false) }}
{% endmacro %}
