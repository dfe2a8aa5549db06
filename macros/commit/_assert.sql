{#
  Refuses to merge a batch into rows that have another definition: the result would fit neither of them. A model that no
  longer keeps null keys would not find the rows that have them.
#}
{% macro _assert_continues(plan, last) %}
  {% set problems = [] %}
  {% for name, value in plan.definition.items() if last.definition.get(name) not in [none, value]
      and not (name.startswith('fields.') and tablestore._normal_merge(last.definition[name])
          == tablestore._normal_merge(value)) %}
    {% set change = "' was '" ~ last.definition[name] ~ "' and is '" ~ value ~ "'" %}
    {% do problems.append("the merge of column '" ~ name[7:] ~ change if name.startswith('fields.') else "'" ~ name
        ~ change) %}
  {% endfor %}
  {% if problems %}
    {% do tablestore.fail("model '" ~ plan.model
        ~ "' has changed in a way that its stored rows do not allow; nothing was written",
        problems + ['undo the change, or ' ~ tablestore._to_rebuild(plan.model, plan.table,
            last.definition.system_time)]) %}
  {% elif last.null_key == 'keep' and not plan.keeps_null_keys %}
    {% do tablestore._assert_keys(plan,
        "its table has rows that null_key='keep' has stored; set it again, or delete these rows") %}
  {% endif %}
{% endmacro %}

{#
  How the values of a column are merged, a text of `_definition`, in one of the words that mean the same: a model may
  change to another, or write what is the default.
#}
{% macro _normal_merge(text) %}
  {% set parts = text.replace(", delimiter ','", '').split(', ') %}
  {% set same = {'first_not_null_value': 'first_non_null_value', 'rbm32': 'bitmap', 'rbm64': 'bitmap'} %}
  {{ return(([same.get(parts[0], parts[0])] + parts[1:]) | join(', ')) }}
{% endmacro %}

{#
  Refuses a table without a column of the key or of an order. The other columns of the SELECT that it lacks are left
  out, but without these rows of several keys would be one, and older rows would replace newer ones.
#}
{% macro _assert_key_and_order(plan, settings) %}
  {% set new, options, problems = plan.new_columns | map(attribute='lower_name') | list, settings.options, [] %}
  {% set named = {'primary_key': options.primary_key, 'sequence_field': options.sequence_field} %}
  {% for names, given in settings.fields.items() if given.sequence_group %}
    {% do named.update({"fields['" ~ names ~ "'].sequence_group": names.split(',')}) %}
  {% endfor %}
  {% for option, names in named.items() %}
    {% for name in names if name | lower in new %}
      {% do problems.append("it has no column '" ~ name ~ "', which " ~ option ~ ' names') %}
    {% endfor %}
  {% endfor %}
  {% set rebuild = tablestore._to_rebuild(plan.model, plan.table, options.system_time) %}
  {% set lacks_key = options.primary_key | map('lower') | select('in', new) | list | length > 0 %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' cannot merge into its table; nothing was written", problems
      + [rebuild if lacks_key or plan.versions else "set on_schema_change='append_new_columns', and the stored rows get"
          ~ ' null there, which is older than any value; or ' ~ rebuild]) if problems %}
{% endmacro %}

{# Fails if a key of the stored table is not unique, or is null although the model does not keep null keys. #}
{% macro _assert_keys(plan, problem) %}
  {% set broken = tablestore.query_rows(tablestore.broken_keys_query(plan)) %}
  {% if broken %}
    {% do tablestore.fail("model '" ~ plan.model ~ "': " ~ problem, [
      'its key (' ~ plan.key_columns | map(attribute='name') | join(', ') ~ ') is '
          ~ ('' if plan.keeps_null_keys else 'null or ')
      ~ 'not unique, for example ' ~ broken[0].example ~ ' in ' ~ tablestore._counted(broken[0].rows, 'row'),
      'rebuild it from its source: ' ~ tablestore.rebuild_command(plan.model, with_readers=false),
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
    {% set properties = tablestore.last_commit(table, true).properties %}
    {% if properties.get('tablestore.epoch', read.epoch) != read.epoch %}
      {% do problems.append(table ~ ' was rebuilt while the model read its changes') %}
    {% elif 'tablestore.epoch' in properties and read.after is not none
        and properties['tablestore.changelog-start'] > read.after %}
      {% do problems.append(table ~ ' no longer has the changes that the model was reading') %}
    {% endif %}
  {% endfor %}
  {% if problems %}
    {% do tablestore.fail("model '" ~ plan.model ~ "' cannot commit what it has read; nothing was written",
        problems + ['run it again: dbt run --select ' ~ plan.model]) %}
  {% endif %}
{% endmacro %}

{#
  Fails if the name of one of the model's side tables belongs to another node of the project, to another keyed table, or
  to a table that no keyed model wrote: a run would replace it.
#}
{% macro _assert_side_tables(settings, relation, last, side_schema) %}
  {% set problems, written = [], ['__commits'] + tablestore._side_tables_of_changelog(last.producer) %}
  {% set tables = tablestore._side_tables_at(relation, side_schema) %}
  {% for suffix, columns in tablestore._side_tables(settings.options).items() %}
    {% set table = tables.get(suffix) or tablestore.side_table(relation, suffix, side_schema) %}
    {% set nodes = tablestore._nodes_of(table) %}
    {% if nodes %}
      {% do problems.append(table ~ ' belongs to ' ~ nodes[0].resource_type ~ " '" ~ nodes[0].name
          ~ "': give it another name or alias") %}
    {% elif (not last.epoch or last.side_schema != side_schema or suffix not in written) and load_relation(table) %}
      {% set owner = tablestore._owner_of(table) if side_schema and suffix == '__commits' else none %}
      {% if not tablestore._side_tables_recognized(table, columns) %}
        {% do problems.append(table ~ ' exists, and no keyed model wrote it: rename it, or drop it') %}
      {% elif owner not in [none, relation | string] %}
        {% do problems.append(table ~ ' belongs to the keyed table ' ~ owner
            ~ ': give it another alias or schema, or drop '
            ~ table ~ ' if that table is gone') %}
      {% endif %}
    {% endif %}
  {% endfor %}
  {% if problems %}
    {% do tablestore.fail("model '" ~ settings.model
        ~ "' needs tables of its own for its commits and changes, whose names are in"
        ~ ' use; nothing was changed', problems + ["or give the model '" ~ settings.model ~ "' another alias"]) %}
  {% endif %}
{% endmacro %}

{#
  The keyed table that a table of commits belongs to. `a`.`b__c` and `a__b`.`c` have the same names in another schema.
#}
{% macro _owner_of(table) %}
  {{ return(tablestore.table_properties(table).get('tablestore.history-of')) }}
{% endmacro %}
