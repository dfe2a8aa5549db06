{#
  Commits the batch of a refresh to the table with the rows. `given` is what the refresh was given: the options, the
  table, the inputs, the columns of the query, what Spark has said about it, and the timer of the run. `computing`
  measures from the look at the inputs.
#}
{% macro tablestore_commit_view(view, given, refresh, rebuild, last, computing) %}
  {% set options, table, inputs = given.options, given.table, given.inputs %}
  {% do tablestore_assert_view_key(view, refresh, rebuild) if view.result.is_declared %}
  {% set rebuild = true if rebuild else false %}
  {% set settings = tablestore.view_settings(model, options, view.result.key | list) %}
  {% set plan = dict(tablestore.planned_batch(settings, table, last, rebuild, refresh.rows),
      has_before=refresh.has_before, shown='new.' ~ view.result.filter if view.result.filter else none) %}
  {% for name, reason in plan.ignored_options.items() %}
    {% do log(model.name ~ ": '" ~ name ~ "' has no effect: " ~ reason, info=true) %}
  {% endfor %}
  {% set read = tablestore_view_offsets(inputs) %}
  {% set batch = {
    'query': refresh.query, 'offsets': read.offsets, 'reads': read.reads, 'states': '', 'replaces': none, 'last': last,
    'properties': tablestore_view_properties(view, given, last),
    'decided': tablestore_refresh_recorded,
    'view': view, 'refresh': refresh, 'computing': computing, 'rebuild': rebuild,
  } %}
  {% set done = tablestore.commit_batch(plan, model, table, last, rebuild, batch, given.began.at) %}
  {% do adapter.cache_added(table) %}
  {% do tablestore_store_groups(refresh, options, table, last) %}
  {% do write(tablestore.script(done.statements)) %}
  {{ return(done.counts) }}
{% endmacro %}

{# Fails where the primary key that the model declares does not identify the rows, and names them. #}
{% macro tablestore_assert_view_key(view, refresh, rebuild) %}
  {% set problems = [] %}
  {% for row in tablestore.query_rows(adapter.views().broken_keys(view.result, refresh.query, not rebuild)) %}
    {% do problems.append(row.shown ~ (' has ' ~ row.copies ~ ' rows' if row.copies > 1 else ' is null')) %}
  {% endfor %}
  {% if problems %}
    {% do adapter.session().forget(refresh.views) %}
    {% do tablestore.fail("model '" ~ model.name ~ "': primary_key is " ~ view.result.key | join(', ')
        ~ ', and its query returns rows with the same key, or with a null in it; nothing was written. Write columns '
        ~ 'that identify each row, or leave rows out: by row_number() of each key, and by IS NOT NULL', problems) %}
  {% endif %}
{% endmacro %}

{# Up to which commit a refresh reads its inputs, and which changes it reads of them. #}
{% macro tablestore_view_offsets(inputs) %}
  {% set offsets, reads = {}, {} %}
  {% for name, input in inputs.items() if input.offset %}
    {% do offsets.update({name: input.offset}) %}
    {% do reads.update({input.read.table: input.read}) if input.read %}
  {% endfor %}
  {{ return({'offsets': offsets, 'reads': reads}) }}
{% endmacro %}

{# What a commit records about a view. #}
{% macro tablestore_view_properties(view, given, last) %}
  {% set options, before = given.options, fromjson(last.properties.get('tablestore.view', '{}')) %}
  {% set time = {'tablestore.view-time': view.time_recorded} if view.time_recorded else {} %}
  {{ return(dict({
    'tablestore.view': tojson(tablestore_view_configuration(view, options, before), sort_keys=true),
    'tablestore.view-columns': view.columns,
    'tablestore.view-plan': tojson(view.lines | list),
    'tablestore.view-answers': given.answers.recorded,
    'tablestore.view-inputs': tablestore_view_inputs_recorded(view, options, given.inputs),
    'tablestore.view-texts': tablestore_view_texts(view, given.table),
  }, **time)) }}
{% endmacro %}

{#
  The positions of the inputs of this refresh and the text of the query; null if one of them cannot be compared later,
  or if the next run does more than look for changes.
#}
{% macro tablestore_view_inputs_recorded(view, options, inputs) %}
  {% set positions = {} %}
  {% for name, input in inputs.items() %}
    {% do positions.update({name: input.position}) %}
  {% endfor %}
  {% if not view.is_direct or none in positions.values() | list or tablestore_is_not_compared(view) %}
    {{ return('null') }}
  {% endif %}
  {{ return(tojson({'text': tablestore_view_text(options), 'positions': positions})) }}
{% endmacro %}

{#
  What is recorded of the refresh, for the history and for the next decision between a full refresh and one from
  changes. What refreshes of another query took says nothing about those of this one.
#}
{% macro tablestore_refresh_recorded(batch) %}
  {% set before = fromjson(batch.last.properties.get('tablestore.view', '{}')) %}
  {% set known = batch.last.properties if batch.view.computes(before) else {} %}
  {{ return(adapter.refreshes().recorded(known, batch.refresh, batch.computing, batch.rebuild)) }}
{% endmacro %}
