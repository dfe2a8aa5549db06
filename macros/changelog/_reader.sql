{#
  The reader of a changelog: the model that is compiled, or the keyed model named as its consumer. Only a keyed model
  commits its offsets together with its rows. The result is none for a table or a view, which reads everything each
  time.

    name, node         the model
    offsets            up to where it has read, see `_offsets`
    epoch, number      its last published commit
    undone             the commits before it that its table does not have any more, see `_is_not_undone`
    history            the table with its commits; none if it has none
    has_history        whether that table exists
    unpublished_files  what a commit that is not published has recorded of files, see `_files_property`
#}
{% macro _reader(consumer, subject) %}
  {% if consumer is none and model is not defined %}
    {{ return(none) }}
  {% endif %}
  {% set found = {'node': model} if consumer is none else tablestore._found_model(consumer) %}
  {% set node = found.node %}
  {% if not node %}
    {% do tablestore.fail(subject, ["'consumer' is '" ~ consumer ~ "', which is not a model" ~ found.near]) %}
  {% endif %}
  {% set config = tablestore._config_of(node) %}
  {% if not tablestore.is_keyed(node) %}
    {% if config.materialized in ['incremental', 'ephemeral'] %}
      {% do tablestore.fail(subject, ["model '" ~ node.name ~ "' is " ~ config.materialized
          ~ ' and cannot commit what it has read together with its rows: give it a primary_key, '
          ~ "or name the keyed model that stores its rows, consumer='name'"]) %}
    {% endif %}
    {{ return(none) }}
  {% endif %}
  {% if tablestore._is_microbatch(node) %}
    {% do tablestore.fail(subject, ["model '" ~ node.name ~ "' has incremental_strategy 'microbatch', "
        ~ 'which selects rows by their event time, and a changelog is read by commits: '
        ~ 'remove the strategy, each run reads the changes since the last one']) %}
  {% endif %}
  {% set relation = tablestore._model_relation(node) %}
  {% set existing = none if tablestore._is_rebuilt(node) else load_relation(relation) %}
  {% set last = tablestore.last_commit(relation, existing) %}
  {% set unpublished = tablestore._unpublished(relation, last) if existing %}
  {% set earlier = tablestore._earlier_commit(relation, last) if existing %}
  {% set record = unpublished.record if unpublished else earlier.stage if earlier %}
  {% set history = tablestore.side_table(relation, '__commits', last.side_schema) if last.number else none %}
  {{ return({
    'name': tablestore.versioned_name(node), 'node': node,
    'offsets': fromjson(record['tablestore.offsets']) if record else last.offsets,
    'epoch': last.epoch, 'number': last.number, 'undone': fromjson(last.properties.get('tablestore.undone', '[]')),
    'history': history | string if history else none,
    'has_history': history is not none and (load_relation(history) is not none
        or (tablestore._adapter_has_schema(history.database, history.schema) and tablestore._exists_now(history))),
    'unpublished_files': record.get('tablestore.files', '') if record else '',
  }) }}
{% endmacro %}
