{#
  Fails if the name of one of the model's side tables belongs to another node of the project, to another keyed table, or
  to a table that no keyed model wrote: a run would replace it.
#}
{% macro _assert_side_tables(settings, relation, last, side_schema) %}
  {% set problems, written = [], ['__commits'] + tablestore._log_suffixes(last.producer) %}
  {% for suffix, columns in tablestore._side_tables(settings.options.changelog_producer).items() %}
    {% set table = tablestore._side_table(relation, suffix, side_schema) %}
    {% set nodes = tablestore._nodes_of(table) %}
    {% if nodes %}
      {% do problems.append(table ~ ' is the table of ' ~ nodes[0].resource_type ~ " '" ~ nodes[0].name
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
    {% do tablestore._fail("model '" ~ settings.model
        ~ "' needs tables of its own for its commits and changes, whose names are in"
        ~ ' use; nothing was changed', problems + ["or give the model '" ~ settings.model ~ "' another alias"]) %}
  {% endif %}
{% endmacro %}

{#
  The keyed table that a table of commits belongs to. `a`.`b__c` and `a__b`.`c` have the same names in another schema.
#}
{% macro _owner_of(table) %}
  {{ return(tablestore._table_properties(table).get('tablestore.history-of')) }}
{% endmacro %}
