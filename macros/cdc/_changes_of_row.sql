{#
  The changes of a message, or of one of its rows, as an array of {kind, image, position}. What is not understood raises
  an error, or is no change if the caller wants that. If it is `asked`, it is what is wrong with the message, or null.
#}
{% macro _changes_of_row(decoder, leaves, options, asked=false) %}
  {% set of_key = tablestore._change_array([('-D', tablestore._key_image(leaves, options))]) if options.key else none %}
  {% set branches = [] %}
  {% if options.tombstones %}
    {% do branches.append('when _value is null and ' ~ tablestore._lacks_key(of_key, options) ~ ' then '
        ~ tablestore._without_key(options, asked)) if options.checked_keys %}
    {% set lacks = tablestore._key_lacks(leaves, options, asked) %}
    {% do branches.append('when _value is null and (' ~ lacks[0] ~ ') then ' ~ lacks[1]) if lacks %}
    {% do branches.append('when _value is null then ' ~ ('null' if asked else of_key)) %}
  {% endif %}
  {% do branches.extend(tablestore._message_checks(decoder, leaves, options, asked)) if asked or not decoder.rows %}
  {# what a message with several rows lacks, `_message_checks` knows, so it is skipped as a whole #}
  {% do branches.extend(tablestore._cases_of_row(decoder, leaves, options, asked)) if not (asked and decoder.rows) %}
  {{ return(tablestore._wrapped_case(branches)) }}
{% endmacro %}
