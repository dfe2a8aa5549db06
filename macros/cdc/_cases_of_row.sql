{# The changes of a message, or of one of its rows, as the branches of a CASE, see `_changes_of_row`. #}
{% macro _cases_of_row(decoder, leaves, options, asked=false) %}
  {% set branches, op, upserts = [], decoder.op, options.primary_key or not decoder.before %}
  {% set of_key = tablestore._change_array([('-D', tablestore._key_image(leaves, options))]) if options.key else none %}
  {% set inserts, updates = tablestore._is_one_of(op, decoder.inserts), tablestore._is_one_of(op, decoder.updates) %}
  {% set deletes = tablestore._is_one_of(op, decoder.deletes) %}
  {% set has_one_row = not decoder.rows %}
  {% set without_before = tablestore._without_before(decoder, options, asked) if has_one_row else none %}
  {% set without_after = tablestore._not_understood(options, "' has no new row'", asked) if has_one_row else none %}
  {% set lacks = tablestore._key_lacks(leaves, options, asked) if options.key and has_one_row else [] %}
  {% set cases = [
    [deletes ~ ' and ' ~ decoder.deleted ~ ' is not null', tablestore._change_array([('-D', decoder.deleted)])],
    [deletes ~ ' and _key is not null and (' ~ lacks[0] ~ ')', lacks[1]] if lacks else [none, none],
    [deletes ~ ' and _key is not null', of_key],
    [deletes, without_before],
    [decoder.after ~ ' is null', without_after],
    [inserts, tablestore._change_array([('+I', decoder.after)])],
    [updates ~ ' and ' ~ decoder.has_before,
        tablestore._change_array([('-U', decoder.before), ('+U', decoder.after)]) if decoder.before else none],
    [updates, tablestore._change_array([('+U', decoder.after)]) if upserts else without_before],
  ] %}
  {% for condition, changes in cases if changes %}
    {% set is_change = changes.startswith('array(') %}
    {% do branches.append('when ' ~ condition ~ ' then ' ~ ('null' if is_change and asked else changes)) %}
  {% endfor %}
  {{ return(branches) }}
{% endmacro %}
