{#
  Warns if one of the first messages has a row before its change that is not whole, in a model that takes this row away
  from what it has added up: of a value that the source has not sent, as by the default of PostgreSQL, nothing is taken.
  A column that is null in all of them, and has a value in new rows, is one that is not sent. A column such as the time
  at which an order was shipped is that, too, so only those that the model groups by and adds up are looked at, if the
  stream has all that it adds up under their names.
#}
{% macro _warn_of_partial_rows_before(types, sample, options, compiled) %}
  {% set missing, used = [], compiled.primary_key | map('lower') | list + compiled.added_again %}
  {% set renamed = compiled.added_again | reject('in', types.keys() | map('lower') | list) | list %}
  {% for name in types if options.is_aggregated and not options.primary_key %}
    {% set absent, values = [], [] %}
    {% for row in sample.rows_before | select %}
      {% do (values if name in row else absent).append(row.get(name)) %}
    {% endfor %}
    {% do missing.append(name) if absent
        or (values and name in sample.given and (name | lower in used or renamed)
            and not values | reject('none') | list) %}
  {% endfor %}
  {% if missing %}
    {% do tablestore.warn(options.subject ~ ': a row before a change has no value of ' ~ missing | join(', ') ~ ', so '
        ~ "merge_engine='aggregation' takes nothing of it away: let the source send whole rows (with PostgreSQL, alter "
        ~ 'the table: replica identity full), or read the stream in a model that stores its rows, and aggregate the '
        ~ 'changelog of that one') %}
  {% endif %}
{% endmacro %}
