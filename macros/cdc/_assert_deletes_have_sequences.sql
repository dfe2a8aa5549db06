{#
  Tells if deletes that have only a key would count as late, because they have no value of the columns that order the
  model's rows: where an argument asks for such deletes, and where the first messages have one, or a row before a change
  that is like that, which is PostgreSQL's default.
#}
{% macro _assert_deletes_have_sequences(types, sample, options, compiled) %}
  {% set keys, lacking = options.primary_key | map('lower') | list, [] %}
  {% for name in types if name | lower in compiled.sequence and name | lower not in keys %}
    {% do lacking.append(name) %}
  {% endfor %}
  {% if not lacking %}{{ return('') }}{% endif %}
  {% set text = 'a delete that has only a key has no value of ' ~ lacking | join(', ') ~ ', which is in the '
      ~ "sequence_field of the model, so it counts as late and removes nothing: write sequence_field='_cdc_order'" %}
  {% set problems = [] %}
  {% for given in [options.tombstones and 'key', options.truncates == 'apply' and "truncates='apply'"] | select %}
    {% do problems.append(given ~ ': ' ~ text) %}
  {% endfor %}
  {% do tablestore.fail(options.subject, problems) %}
  {% set partial = [] %}
  {# without the key of the message, a delete without a row is an error #}
  {% for row in sample.rows_before if row or options.key %}
    {% do partial.append(row) if tablestore._has_only_key(row, keys) %}
  {% endfor %}
  {% if not compiled.versions and partial %}
    {% do tablestore.warn(options.subject ~ ': ' ~ text ~ ', or let the source send whole rows (with PostgreSQL, alter '
        ~ 'the table: replica identity full)') %}
  {% endif %}
{% endmacro %}

{# Whether a row before a change has no values but those of the key. #}
{% macro _has_only_key(row, keys) %}
  {% set given = [] %}
  {% for name, value in row.items() if name | lower not in keys and value is not none %}
    {% do given.append(name) %}
  {% endfor %}
  {{ return(not given) }}
{% endmacro %}
