{#
  Up to which commits the model has read the changes of other tables once this batch is in: what it had read, and what
  `changelog` wrote into the batch's text. The text was made when the model was compiled; should the model have moved on
  since, its rows would go in twice.
#}
{% macro _offsets(plan, sql, before) %}
  {% set offsets, problems = dict(before), [] %}
  {% for read in tablestore._marked('changelog', sql) %}
    {% for table, known in before.items() if known.epoch == read.epoch %}
      {% if known.commit != read.after %}
        {% do problems.append('it had read ' ~ read.table ~ ' up to commit ' ~ read.after ~ ', and has read it up to commit '
            ~ known.commit ~ ' by now') %}
      {% endif %}
      {# a table that was renamed has one position, under its new name #}
      {% do offsets.pop(table) %}
    {% endfor %}
    {% do offsets.update({read.table: {'epoch': read.epoch, 'commit': read.until}}) %}
  {% endfor %}
  {% if problems %}
    {% do tablestore._fail("model '" ~ plan.model ~ "' was run by another process since it was compiled; nothing is written",
        problems + ['run it again: dbt run --select ' ~ plan.model]) %}
  {% endif %}
  {{ return(offsets) }}
{% endmacro %}
