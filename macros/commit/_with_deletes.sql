{#
  The plan with what there is of the table of deletes: whether it has `stored` deletes to compare the batch with, how
  the commit `creates` it, the names of its `columns`, none if they are those of the model, and the `others` that the
  model does not need. The table only grows: until the switch, the deletes of the last commit count. So a column whose
  type another build of the model needs is added under another name, and columns and rows of earlier builds stay.
#}
{% macro _with_deletes(plan, commit) %}
  {% set table, columns = plan.deletes.table, plan.key_columns + plan.sequence_columns %}
  {% if not load_relation(table) and not tablestore._exists_now(table) %}
    {{ return(dict(plan, deletes=dict(plan.deletes, stored=false, creates='create table if not exists'))) }}
  {% endif %}
  {% set known, names, added, widened = tablestore._columns(tablestore._describe_table(table)), [], [], [] %}
  {% for column in columns %}
    {% set type = tablestore._stored_type(plan.table_format, column.type) %}
    {% set found = tablestore._column_of_deletes(known, column, type) %}
    {% do widened.append(dict(found.column, type=type)) if found.widens %}
    {% do added.append(dict(found.column, type=type)) if found.is_new %}
    {% do names.append(found.column.quoted) %}
  {% endfor %}
  {% do tablestore._run([tablestore._added_columns(table, added)]) if added %}
  {% do tablestore._run(tablestore._widen_statements(table, plan.table_format, widened)) if widened %}
  {% set same = names == columns | map(attribute='quoted') | list and known | length == columns | length + 4 %}
  {% set stored, taken = commit.has_history and not commit.rebuild, names + ['`_epoch`', '`_commit`',
      '`_committed_at`', '`_invocation_id`'] %}
  {% set others = known | rejectattr('quoted', 'in', taken) | list %}
  {{ return(dict(plan, deletes=dict(plan.deletes, stored=stored, creates=none, columns=none if same else names,
      others=others))) }}
{% endmacro %}

{#
  The column of the table of deletes for a column of the model, as {column, is_new, widens}. If the one of its name has
  a type that cannot have its values, it is one of its name and type. A wider one does for an earlier build as well.
#}
{% macro _column_of_deletes(known, column, type) %}
  {% set other = column.name ~ '_' ~ local_md5(type | lower)[:8] %}
  {% for name in [column.name, other] %}
    {% for stored in known if stored.lower_name == name | lower %}
      {% if stored.type | lower == type | lower or tablestore._type_widens(type, stored.type) %}
        {{ return({'column': stored, 'is_new': false, 'widens': false}) }}
      {% elif tablestore._type_widens(stored.type, type) %}
        {{ return({'column': stored, 'is_new': false, 'widens': true}) }}
      {% endif %}
    {% endfor %}
  {% endfor %}
  {% set taken = column.lower_name in known | map(attribute='lower_name') %}
  {% set quoted = tablestore._quote(other if taken else column.name) %}
  {{ return({'column': {'quoted': quoted}, 'is_new': true, 'widens': false}) }}
{% endmacro %}
