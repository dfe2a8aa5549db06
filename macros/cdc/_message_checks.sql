{#
  What is known of a message before its rows are: that it is not JSON, is about another table, or about no row. The
  branches that are no error give null, which is no change.
#}
{% macro _message_checks(decoder, options, asked=false) %}
  {% set branches, op = [], decoder.op %}
  {% set known = decoder.inserts + decoder.updates + decoder.deletes %}
  {% do branches.append('when m is null then '
      ~ tablestore._not_understood(options, "' is not a JSON object of the format " ~ options.format ~ "'",
          asked)) %}
  {% for name in ['database', 'table'] if options[name ~ '_include'] %}
    {% do branches.append('when not ' ~ tablestore._is_included(decoder, options, name) ~ ' then null') %}
  {% endfor %}
  {% do branches.append('when ' ~ tablestore._is_one_of(op, decoder.others) ~ ' then null') if decoder.others %}
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
  {{ return(branches) }}
{% endmacro %}
