{# Columns with a role that they cannot have: those that a changelog adds are not stored, and a key orders nothing. #}
{% macro _role_problems(given) %}
  {% set problems, options = [], given.options %}
  {% set keys, reserved = options.primary_key | map('lower') | list, tablestore._reserved_columns() %}
  {% for option in ['primary_key', 'sequence_field', 'changelog_producer_row_deduplicate_ignore_fields', 'cluster_by'] %}
    {% for name in options[option] if name | lower in reserved %}
      {% do problems.append("'" ~ option ~ "' names '" ~ name ~ "', a column of changelogs that the table does not store: "
          ~ ("leave it out, rows are in the order of the commits anyway" if option == 'sequence_field' and name | lower == '_commit' else "give the column another name in the SELECT")) %}
    {% endfor %}
  {% endfor %}
  {% if options.rowkind_field and options.rowkind_field | lower in reserved and options.rowkind_field | lower != '_row_kind' %}
    {% do problems.append("'rowkind_field' names '" ~ options.rowkind_field ~ "', a column of changelogs that has no row kinds: name the column with +I, -U, +U or -D") %}
  {% endif %}
  {% for field, settings in given.fields.items() %}
    {% for name in field.split(',') + (settings.sequence_group or []) if name | lower in reserved %}
      {% do problems.append("'fields' names '" ~ name ~ "', a column of changelogs that the table does not store: give the column another name in the SELECT") %}
    {% endfor %}
    {% for name in field.split(',') + (settings.sequence_group or []) if settings.sequence_group and options.merge_engine == 'partial-update' and name | lower in keys %}
      {% do problems.append("key column '" ~ name ~ "' is in a sequence group, but it is the same in all rows that are merged: leave it out of the group") %}
    {% endfor %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
