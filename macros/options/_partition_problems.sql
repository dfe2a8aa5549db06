{#
  Problems of `partition_by` and `clustered_by`, whose tables are created after the rows are decided. Iceberg has partitions of
  a transformed column: days(at), bucket(16, id). `query` has the columns of the SELECT.
#}
{% macro _partition_problems(layout, query, format) %}
  {% set problems = [] %}
  {% set transforms = ['years', 'months', 'days', 'hours', 'year', 'month', 'day', 'hour', 'date', 'date_hour', 'bucket', 'truncate'] %}
  {% for option in ['partition_by', 'clustered_by'] %}
    {% for entry in layout[option] | select('string') if query %}
      {% set call = modules.re.match('(\\w+)\\s*\\((?:\\s*[0-9]+\\s*,)?\\s*([^(),]+?)\\s*(?:,\\s*[0-9]+\\s*)?\\)$', entry.strip()) %}
      {% set label = "'" ~ option ~ "' is '" ~ entry ~ "'" %}
      {% if call and (option, format) != ('partition_by', 'iceberg') %}
        {% do problems.append(label ~ '; write the name of a column, only partition_by of Iceberg has transforms of columns') %}
      {% elif call and call.group(1) | lower not in transforms %}
        {% do problems.append(label ~ '; the transforms are ' ~ transforms | join(', ') ~ tablestore._near_names(call.group(1), transforms)) %}
      {% else %}
        {% do problems.extend(tablestore._partition_column_problems(label, call.group(2) if call else entry, query)) %}
      {% endif %}
    {% endfor %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{# Why the rows cannot be laid out by a column. #}
{% macro _partition_column_problems(label, name, query) %}
  {% set name, names = name.strip() | replace('`', ''), query | map(attribute='lower_name') | list %}
  {% set column = query | selectattr('lower_name', 'equalto', name | lower) | first %}
  {% if not column and '.' not in name %}
    {{ return([label ~ ", and '" ~ name ~ "' is not a column of the SELECT (it has " ~ names | join(', ') ~ ')' ~ tablestore._near_names(name, names)]) }}
  {% elif column and column.type.split('<')[0] in ['map', 'array', 'struct', 'variant'] %}
    {{ return([label ~ ', whose type is ' ~ column.type ~ ': write a column with plain values']) }}
  {% endif %}
  {{ return([]) }}
{% endmacro %}
