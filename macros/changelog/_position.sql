{#
  Who reads: the model the changelog is read in, or the keyed model named as its consumer, with where its table stands.
  Only a keyed model commits what it has read with its rows; a table or a view reads everything each time.
#}
{% macro _reader(consumer, subject) %}
  {% if consumer is none and model is not defined %}
    {{ return(none) }}
  {% endif %}
  {% set nodes = graph.nodes.values() | selectattr('resource_type', 'equalto', 'model') | list %}
  {% set node = model if consumer is none else (nodes | selectattr('name', 'equalto', consumer) | list + [none])[0] %}
  {% if node is none %}
    {% do tablestore._fail(subject, ["'consumer' is '" ~ consumer ~ "', which is no model" ~ tablestore._near_names(consumer, nodes | map(attribute='name') | list)]) %}
  {% elif not tablestore._is_keyed(node) %}
    {% if node.config.materialized in ['incremental', 'ephemeral'] %}
      {% do tablestore._fail(subject, ["model '" ~ node.name ~ "' is " ~ node.config.materialized
          ~ " and cannot commit what it has read with its rows: give it a primary_key, or name the keyed model its rows go to, consumer='name'"]) %}
    {% endif %}
    {{ return(none) }}
  {% endif %}
  {% set relation = tablestore._relation_of(node) %}
  {% set fresh = flags.FULL_REFRESH if node.config.get('full_refresh') is none else node.config.full_refresh %}
  {% set existing = none if fresh else load_relation(relation) %}
  {% set state = tablestore._table_state(relation, existing) %}
  {% set unfinished = tablestore._unfinished(relation, state) if existing %}
  {{ return({
    'name': node.name,
    'offsets': fromjson(unfinished['tablestore.offsets']) if unfinished else state.offsets,
  }) }}
{% endmacro %}

{# The options that make a model a keyed one, read by merge_plan. #}
{% macro _is_keyed(node) %}
  {{ return(node.config.materialized == 'incremental' and (node.config.primary_key or node.config.merge_engine or node.config.table_options)) }}
{% endmacro %}

{# Up to which commit the reader has read the table; none when it has not. A table that moved is known by its epoch. #}
{% macro _position(upstream, reader) %}
  {% for table, offset in (reader.offsets if reader else {}).items() %}
    {% if offset.epoch == upstream.epoch %}
      {{ return(offset.commit) }}
    {% elif table == upstream.table %}
      {% do tablestore._fail('tablestore.changelog(' ~ table ~ ')', ["the table was rebuilt since model '" ~ reader.name
          ~ "' read it up to commit " ~ offset.commit ~ ' of its former build: rebuild that from it, dbt run --full-refresh --select '
          ~ reader.name ~ '+']) %}
    {% endif %}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}

{# What the run that commits these rows is told. #}
{% macro _read_mark(upstream, reader, after) %}
  {% if not reader or upstream.limit is not none %}
    {{ return('') }}
  {% endif %}
  {{ return('\n  ' ~ tablestore._mark('changelog', {'table': upstream.table, 'epoch': upstream.epoch, 'after': after,
      'until': upstream.until})) }}
{% endmacro %}
