{#
  The changes of a message, or of one of its rows, as an array of {kind, image, position}. What is not understood raises
  an error, or is no change if the caller wants that. If it is `asked`, it is what is wrong with the message, or null.
#}
{% macro _changes_of_row(decoder, leaves, options, asked=false) %}
  {% set of_key = tablestore._change_array([('-D', tablestore._key_image(leaves, options))]) if options.key else none %}
  {% set branches = ['when _value is null then ' ~ ('null' if asked else of_key)] if options.tombstones else [] %}
  {% do branches.extend(tablestore._message_checks(decoder, options, asked)) if asked or not decoder.rows %}
  {% set op, upserts = decoder.op, options.primary_key or not decoder.before %}
  {% set inserts, updates = tablestore._is_one_of(op, decoder.inserts), tablestore._is_one_of(op, decoder.updates) %}
  {% set deletes = tablestore._is_one_of(op, decoder.deletes) %}
  {# what a message with several rows lacks, `_message_checks` knows, so it is skipped as a whole #}
  {% set has_one_row = not decoder.rows %}
  {% set without_before = tablestore._without_before(decoder, options, asked) if has_one_row else none %}
  {% set without_after = tablestore._not_understood(options, "' has no new row'", asked) if has_one_row else none %}
  {% set cases = [
    [deletes ~ ' and ' ~ decoder.deleted ~ ' is not null', tablestore._change_array([('-D', decoder.deleted)])],
    [deletes ~ ' and _key is not null', of_key],
    [deletes, without_before],
    [decoder.after ~ ' is null', without_after],
    [inserts, tablestore._change_array([('+I', decoder.after)])],
    [updates ~ ' and ' ~ decoder.has_before,
        tablestore._change_array([('-U', decoder.before), ('+U', decoder.after)]) if decoder.before else none],
    [updates, tablestore._change_array([('+U', decoder.after)]) if upserts else without_before],
  ] if not (asked and decoder.rows) else [] %}
  {% for condition, changes in cases if changes %}
    {% set is_change = changes.startswith('array(') %}
    {% do branches.append('when ' ~ condition ~ ' then ' ~ ('null' if is_change and asked else changes)) %}
  {% endfor %}
  {{ return(tablestore._wrapped_case(branches)) }}
{% endmacro %}

{# The row that a delete without a row removes: its key, from the key of the message, and nulls. #}
{% macro _key_image(leaves, options) %}
  {% set keys, values, parsed = {}, [], 'from_json(_key, ' %}
  {% set names = options.primary_key | map('lower') | list %}
  {% for name, type in leaves.items() if name | lower in names %}
    {% do keys.update({name: type}) %}
  {% endfor %}
  {% set fields = dict(keys, payload=tablestore._struct_type(keys)) %}
  {% set schema = tablestore.string_literal(tablestore._field_types(fields)) %}
  {% for name, type in leaves.items() %}
    {% set field = tablestore._quote(name, exact=true) %}
    {% set parsed = 'from_json(_key, ' ~ schema ~ ", map('mode', 'PERMISSIVE'))" %}
    {% do values.append(tablestore.string_literal(name) ~ ', ' ~ ('coalesce(' ~ parsed ~ '.' ~ field ~ ', ' ~ parsed
        ~ '.payload.' ~ field ~ ')' if name in keys else 'cast(null as ' ~ type ~ ')')) %}
  {% endfor %}
  {{ return(tablestore._wrapped_call('named_struct', values)) }}
{% endmacro %}
