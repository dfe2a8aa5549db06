{# Checks settings and columns before anything is written. All problems are reported at once. #}
{% macro validate_plan(settings, query) %}
  {% set options = settings.options %}
  {% set problems = settings.problems | list %}
  {% set names = query | map(attribute='lower_name') | list %}

  {% if not options.primary_key %}
    {% do problems.append("'primary_key' is missing; write primary_key='column' or a list of columns") %}
  {% endif %}
  {% for option in ['primary_key', 'sequence_field', 'rowkind_field', 'changelog_producer_row_deduplicate_ignore_fields', 'cluster_by'] %}
    {% for name in tablestore._as_list(options[option]) if query and name | lower not in names and (option, name) != ('cluster_by', 'key') %}
      {% do problems.append("'" ~ option ~ "' names '" ~ name ~ "', which is not a column of the SELECT (it has "
          ~ names | join(', ') ~ ")" ~ tablestore._near_names(name, names)) %}
    {% endfor %}
  {% endfor %}
  {% for option in ['primary_key', 'sequence_field'] %}
    {% set listed = options[option] | map('lower') | list %}
    {% if listed | length != listed | unique | list | length %}
      {% do problems.append("'" ~ option ~ "' names a column twice: " ~ options[option] | join(', ')) %}
    {% endif %}
  {% endfor %}
  {% do problems.extend(tablestore._role_problems(settings)) %}
  {% do problems.extend(tablestore._column_problems(options, query, settings.format)) %}
  {% do problems.extend(tablestore._partition_problems(settings.layout, query, settings.format)) %}
  {% do problems.extend(tablestore._field_problems(settings, query)) %}
  {% do problems.extend(tablestore._engine_problems(settings)) %}
  {% do tablestore._fail("model '" ~ settings.model ~ "' cannot be built as a " ~ settings.kind, problems) %}
{% endmacro %}

{# Problems of the columns of the SELECT. #}
{% macro _column_problems(options, query, format) %}
  {% set problems = [] %}
  {% set names = query | map(attribute='lower_name') | list %}
  {% set keys = options.primary_key | map('lower') | list %}
  {% for name in names | unique if names | select('equalto', name) | list | length > 1 %}
    {% do problems.append("the SELECT returns column '" ~ name ~ "' more than once: name each column once") %}
  {% endfor %}
  {% for column in query %}
    {% if column.lower_name in keys and column.type.split('<')[0] in ['map', 'array', 'struct', 'float', 'double', 'variant'] %}
      {% do problems.append("key column '" ~ column.name ~ "' is of type " ~ column.type
          ~ ", which cannot identify a row: cast it to a string, a whole number, a decimal or a date") %}
    {% elif column.type == 'void' %}
      {% do problems.append("column '" ~ column.name ~ "' has no type: write cast(null as <type>)") %}
    {% endif %}
    {% do problems.extend(tablestore._type_problems(options, column, format)) %}
    {% if modules.re.sub('_[0-9]+$', '', column.lower_name) in tablestore._internal_columns() %}
      {% do problems.append("column '" ~ column.name ~ "' is used by the merge itself: give it another name") %}
    {% endif %}
    {% if column.lower_name == (options.rowkind_field or '_row_kind') | lower and column.type != 'string' %}
      {% do problems.append("row kind column '" ~ column.name ~ "' is of type " ~ column.type
          ~ "; it must be a string holding +I, -U, +U or -D") %}
    {% endif %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
