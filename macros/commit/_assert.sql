{#
  Refuses to merge a batch into rows that have another definition: the result would fit neither of them. A model that no
  longer keeps null keys would not find the rows that have them.
#}
{% macro _assert_continues(plan, last) %}
  {% set problems = [] %}
  {% for name, value in plan.definition.items() if last.definition.get(name) not in [none, value] %}
    {% set change = "' was '" ~ last.definition[name] ~ "' and is '" ~ value ~ "'" %}
    {% do problems.append("the merge of column '" ~ name[7:] ~ change if name.startswith('fields.') else "'" ~ name
        ~ change) %}
  {% endfor %}
  {% if problems %}
    {% do tablestore._fail("model '" ~ plan.model
        ~ "' has changed in a way that its stored rows do not allow; nothing was written",
        problems + ['undo the change, or rebuild the model and its readers: dbt run --full-refresh --select '
            ~ plan.model ~ '+']) %}
  {% elif last.null_key == 'keep' and not plan.keeps_null_keys %}
    {% do tablestore._assert_keys(plan,
        "its table has rows that null_key='keep' has stored; set it again, or delete these rows") %}
  {% endif %}
{% endmacro %}

{# Fails if a key of the stored table is not unique, or is null although the model does not keep null keys. #}
{% macro _assert_keys(plan, problem) %}
  {% set broken = tablestore._rows(tablestore.broken_keys_query(plan)) %}
  {% if broken %}
    {% do tablestore._fail("model '" ~ plan.model ~ "': " ~ problem, [
      'its key (' ~ plan.key_columns | map(attribute='name') | join(', ') ~ ') is '
          ~ ('' if plan.keeps_null_keys else 'null or ')
      ~ 'not unique, for example ' ~ broken[0].example ~ ' in ' ~ broken[0].rows ~ ' row(s)',
      'rebuild it from its source: dbt run --full-refresh --select ' ~ plan.model,
    ]) %}
  {% endif %}
{% endmacro %}

{#
  Fails if a table whose changes the commit has read was rebuilt since, or has lost them: its changelog may already have
  been that of the new build, or without changes that were trimmed. The rows of the batch were read before, so nothing
  that happens later matters.

    reads  the tables of other commits: name -> {epoch, after}; none for those that `changelog` wrote into the query
#}
{% macro _assert_same_epochs(plan, query, reads=none) %}
  {% set problems, tables = [], dict(reads or {}) %}
  {% set reads_changes = reads is none and 'tablestore.changelog ' in query %}
  {% for range in (tablestore._annotations('changelog', query) if reads_changes else []) %}
    {% do tables.update({range.table: range}) %}
  {% endfor %}
  {% for table, read in tables.items() %}
    {% set properties = tablestore._sealed_properties(tablestore._table_properties(table)) %}
    {% if properties.get('tablestore.epoch', read.epoch) != read.epoch %}
      {% do problems.append(table ~ ' was rebuilt while the model read its changes') %}
    {% elif 'tablestore.epoch' in properties and read.after is not none
        and properties['tablestore.changelog-start'] > read.after %}
      {% do problems.append(table ~ ' no longer has the changes that the model was reading') %}
    {% endif %}
  {% endfor %}
  {% if problems %}
    {% do tablestore._fail("model '" ~ plan.model ~ "' cannot commit what it has read; nothing was written",
        problems + ['run it again: dbt run --select ' ~ plan.model]) %}
  {% endif %}
{% endmacro %}
