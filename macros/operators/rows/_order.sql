{#
  The argument `order_by` as a list of {column, descending, nulls}, where `column` is SQL: a quoted name or an
  expression in parentheses. An item is a string ('ts', 'ts desc', 'id % 10 desc nulls last') or a mapping {'column':
  'ts', 'direction': 'desc', 'nulls': 'last'}, whose column is a name. What cannot be read is added to `problems`, under
  the name of the argument.
#}
{% macro _order_items(order_by, problems, argument='order_by') %}
  {% set pattern = '(?is)(.+?)(?:\\s+(asc|desc))?(?:\\s+nulls\\s+(first|last))?$' %}
  {% set items = [] %}
  {% for item in tablestore._as_list(order_by) %}
    {% set match = none if item is mapping else modules.re.match(pattern, (item | string).strip()) %}
    {% set column = tablestore._ordered_column(item, match.group(1) if match else none) %}
    {% set direction = (item.direction if item is mapping else (match.group(2) if match else none)) or 'asc' %}
    {% set nulls = (item.nulls if item is mapping else (match.group(3) if match else none)) or '' %}
    {% if not column or direction | lower not in ['asc', 'desc'] or nulls | lower not in ['', 'first', 'last'] %}
      {% do problems.append(
          argument ~ ": cannot read " ~ ("'" ~ item ~ "'" if item is string else item) ~ "; write one item per column, "
          ~ "such as 'ts', 'ts desc nulls last', 'id % 10 desc' "
          ~ "or {'column': 'ts', 'direction': 'desc', 'nulls': 'last'}") %}
    {% else %}
      {% do items.append({
          'column': column, 'descending': direction | lower == 'desc', 'nulls': nulls | lower,
      }) %}
    {% endif %}
  {% endfor %}
  {% if items | length == 0 and problems | length == 0 %}
    {% do problems.append(argument ~ ": no column is given; write at least one, such as 'ts desc'") %}
  {% endif %}
  {{ return(items) }}
{% endmacro %}

{# The column of an item as SQL; none if it cannot be read. #}
{% macro _ordered_column(item, text) %}
  {% if item is not mapping %}
    {{ return(tablestore._read_expression(text)) }}
  {% endif %}
  {{ return(tablestore._quote(item.column) if item.column is string and item.column.strip() else none) }}
{% endmacro %}

{# Order items as the text after ORDER BY. Without `nulls`, a null is the lowest value in Flink and in Spark. #}
{% macro _order_clause(items) %}
  {% set texts = [] %}
  {% for item in items %}
    {% do texts.append(
        item.column ~ (' desc' if item.descending else '') ~ (' nulls ' ~ item.nulls if item.nulls else '')) %}
  {% endfor %}
  {{ return(texts | join(', ')) }}
{% endmacro %}
