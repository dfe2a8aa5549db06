{#
  What is known of a message before its rows are: that it is not JSON, is about another table, or about no row. The
  branches that are no error give null, which is no change.
#}
{% macro _message_checks(decoder, leaves, options, asked=false) %}
  {% set branches, op, known = [], decoder.op, decoder.inserts + decoder.updates + decoder.deletes %}
  {% set no_object = "' is not a JSON object of the format " ~ options.format ~ "'" %}
  {% do branches.append('when m is null then ' ~ tablestore._not_understood(options,
      no_object ~ (', ' ~ decoder.other_form if decoder.other_form else ''), asked)) %}
  {% for name in ['database', 'table'] if options[name ~ '_include'] %}
    {% set unnamed = tablestore.string_literal(' names no ' ~ name ~ ', by which ' ~ name ~ '_include selects: let the '
        ~ "source write it (of ExtractNewRecordState, 'add.fields': 'db,table'), or remove " ~ name ~ '_include') %}
    {% set excluded = 'not ' ~ tablestore._is_included(decoder, options, name) %}
    {% do branches.append('when ' ~ excluded ~ ' and ' ~ decoder[name] ~ ' is null and ' ~ decoder.is_row ~ ' then '
        ~ tablestore._not_understood(options, unnamed, asked)) if decoder.is_row %}
    {% do branches.append('when ' ~ excluded ~ ' then null') %}
  {% endfor %}
  {% do branches.append('when ' ~ tablestore._is_one_of(op, decoder.others) ~ ' then null') if decoder.others %}
  {% do branches.append('when ' ~ decoder.is_other ~ ' then null') if decoder.is_other %}
  {% if decoder.truncates %}
    {% set advice = ': it came while the model was compiled; run it again' if options.truncates == 'again'
        else ": write truncates='apply' to delete its rows, or truncates='skip' to leave them" %}
    {% set truncated = tablestore.string_literal(' empties its table' ~ advice) %}
    {% set result = tablestore._not_understood(options, truncated, asked) if options.truncates in ['fail', 'again']
        else 'null' %}
    {% do branches.append('when ' ~ tablestore._is_one_of(op, decoder.truncates) ~ ' then ' ~ result) %}
  {% endif %}
  {% set unknown = "concat(' has the unknown operation ', coalesce(" ~ op ~ ", 'null'), '; known are "
      ~ (known + decoder.others + decoder.truncates) | join(', ') ~ "')" %}
  {% do branches.append('when coalesce(' ~ op ~ ", '') not in ('" ~ known | join("', '") ~ "') then "
      ~ tablestore._not_understood(options, unknown, asked)) %}
  {% if decoder.rows %}
    {% do branches.append('when ' ~ decoder.rows ~ ' is null then '
        ~ tablestore._not_understood(options, "' has no rows'", asked)) %}
    {% do branches.append('when exists(' ~ decoder.rows ~ ', r -> r is null) then '
        ~ tablestore._not_understood(options, "' has no new row'", asked)) %}
    {% do branches.append('when ' ~ tablestore._is_one_of(op, decoder.updates) ~ ' and exists(transform(' ~ decoder.rows
        ~ ', (r, n) -> ' ~ decoder.has_before ~ '), known -> not known) then '
        ~ tablestore._without_before(decoder, options, asked)) if not options.primary_key %}
  {% endif %}
  {% do branches.append('when ' ~ tablestore._message_lacks_key(decoder, leaves, options) ~ ' then '
      ~ tablestore._without_key(options, asked)) if options.checked_keys %}
  {{ return(branches) }}
{% endmacro %}

{# Whether a message has a change without a value of the key. #}
{% macro _message_lacks_key(decoder, leaves, options) %}
  {% set changes = tablestore._wrapped_case(tablestore._cases_of_row(decoder, leaves, options)) %}
  {% set lacks = tablestore._lacks_key(changes, options) %}
  {{ return('exists(transform(' ~ decoder.rows ~ ', (r, n) -> ' ~ lacks ~ '), lacks -> lacks)' if decoder.rows
      else lacks) }}
{% endmacro %}
