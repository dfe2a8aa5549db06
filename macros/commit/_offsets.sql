{#
  Up to which commit the model has read the changes of other tables after this batch: its offsets so far, and the ranges
  that `changelog` wrote into the query when the model was compiled. Of files, the number of those that were read is the
  offset, and `_files_property` has which ones. If another process has run the model since then,
  the same changes would be merged twice, so that is an error.
#}
{% macro _offsets(plan, sql, before) %}
  {% set offsets, problems, reads, split = dict(before), [], {}, [] %}
  {% if 'tablestore.files ' in sql %}
    {% do offsets.update(new_files=tablestore._offset_of_files(plan, sql, before)) %}
  {% endif %}
  {% if 'tablestore.changelog ' not in sql %}
    {{ return(offsets) }}
  {% endif %}
  {% for range in tablestore._annotations('changelog', sql) %}
    {% for table, known in before.items() if known.epoch == range.epoch %}
      {% if known.commit != range.after %}
        {% do problems.append('it had read ' ~ range.table ~ ' up to commit ' ~ range.after
            ~ ' then, and has read it up to commit ' ~ known.commit ~ ' now') %}
      {% endif %}
      {# a renamed table has one offset, under its new name #}
      {% do offsets.pop(table, none) %}
    {% endfor %}
    {% if reads.get(range.epoch, range.until) != range.until %}
      {% do split.append('it reads ' ~ range.table ~ ' up to commit ' ~ reads[range.epoch]
          ~ ' in one place and up to commit ' ~ range.until ~ ' in another') %}
    {% endif %}
    {% do reads.update({range.epoch: range.until}) %}
    {% do offsets.update({range.table: {'epoch': range.epoch, 'commit': range.until}}) %}
  {% endfor %}
  {% if split %}
    {% do tablestore.fail("model '" ~ plan.model
        ~ "' was compiled while a table that it reads was written; nothing was written",
        split | unique | list + ['run it again: dbt run --select ' ~ plan.model]) %}
  {% elif problems %}
    {% do tablestore.fail("model '" ~ plan.model
        ~ "' was run by another process after it was compiled; nothing was written",
        problems + ['run it again: dbt run --select ' ~ plan.model]) %}
  {% endif %}
  {{ return(offsets) }}
{% endmacro %}

{#
  How many files a model has read after this batch, from the annotations that `new_files` wrote into the query. If
  another process has run the model since it was compiled, the same files would be merged twice, so that is an error.
#}
{% macro _offset_of_files(plan, sql, before) %}
  {% set known, read = (before.get('new_files') or {}).get('commit', 0), tablestore._files_property(sql) %}
  {% if plan.options.input == 'full' %}
    {% do tablestore.fail("model '" ~ plan.model ~ "'", ["input='full' deletes the rows that its SELECT does not have, "
        ~ 'and tablestore.new_files has no rows of files that were read before: remove one of the two']) %}
  {% endif %}
  {% for files in tablestore._annotations('files', sql) if files.after != known %}
    {% do tablestore.fail("model '" ~ plan.model
        ~ "' was run by another process after it was compiled; nothing was written", [
      'it had read ' ~ files.after ~ ' files then, and has read ' ~ known ~ ' now',
      'run it again: dbt run --select ' ~ plan.model,
    ]) %}
  {% endfor %}
  {{ return({'epoch': 'new_files', 'commit': known + read['tablestore.files'] | length // 24}) }}
{% endmacro %}
