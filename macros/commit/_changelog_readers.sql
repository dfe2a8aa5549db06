{#
  The models that read the changelog of a model and have a table, as [{name, commit}] with the commit they have read up
  to.
#}
{% macro _changelog_readers(upstream, epoch) %}
  {% set found = [] %}
  {% for node in tablestore._reading([upstream.unique_id]) %}
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
  The models with a table that read one of some nodes, whose ids are given, directly or through ephemeral models and
  views. `known` has the ids of those that were looked at: the ways through layers of views are many more than the
  views. A run with retention and a report ask this of each model, so no other node's config is read.
#}
{% macro _reading(ids, known=none) %}
  {% set read, known, found, views = set(ids), [] if known is none else known, [], [] %}
  {% for node in graph.nodes.values() if node.resource_type == 'model' and not read.isdisjoint(node.depends_on.nodes)
      and node.unique_id not in known %}
    {% do known.append(node.unique_id) %}
    {% set materialized = tablestore._config_of(node).materialized %}
    {% if materialized in ['ephemeral', 'view'] %}
      {% do views.append(node.unique_id) %}
    {% elif materialized in ['incremental', 'materialized_view'] %}
      {% do found.append(node) %}
    {% endif %}
  {% endfor %}
  {{ return(found + (tablestore._reading(views, known) if views else [])) }}
{% endmacro %}
