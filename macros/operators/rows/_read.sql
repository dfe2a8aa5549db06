{#
  A column or an expression over the columns of one relation, as SQL: the quoted name of a column, or the expression in
  parentheses. None for a text that cannot be one, which is what a misspelled order looks like: 'ts dsc', 'a, b desc'.

    'ts', '`my ts`', 'order-date'       names
    'id % 10', 'lower(name)', 'a:b'     expressions: they have a character that a name only has in backticks
#}
{% macro _read_expression(text) %}
  {% if text is not string or not text.strip() %}
    {{ return(none) }}
  {% elif modules.re.match('(`(?:[^`]|``)+`|(?!-)[^\\s`\'",:;()\\[\\]+*/%<>=|&^~!]+)$', text.strip()) %}
    {{ return(tablestore._quote(text.strip())) }}
  {% endif %}
  {% set shape = tablestore._expression_shape(text) %}
  {% set words = modules.re.search('(?i)\\b(asc|desc|nulls)\\b|^(?!not\\b)[\\w.#]+\\s+\\w+$', shape) %}
  {% if words or modules.re.search('[,;()\'"`]|--|/\\*', shape) %}
    {{ return(none) }}
  {% endif %}
  {{ return(text.strip() if shape == '#' and text.strip().startswith('(') else '(' ~ text.strip() ~ ')') }}
{% endmacro %}

{# The expression with a # for each literal, quoted name and pair of parentheses. #}
{% macro _expression_shape(text) %}
  {% set quoted = "'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\"|`(?:[^`]|``)*`" %}
  {% set shape = namespace(text=modules.re.sub(quoted, '#', text)) %}
  {% for _ in range(shape.text.count('(')) %}
    {% set shape.text = modules.re.sub('\\([^()]*\\)', '#', shape.text) %}
  {% endfor %}
  {{ return(shape.text.strip()) }}
{% endmacro %}

{# A time argument, the name of a column or an expression, as SQL. What cannot be read is added to `problems`. #}
{% macro _read_time(argument, text, problems) %}
  {% set time = tablestore._read_expression(text) %}
  {% if time is none %}
    {% do problems.append(argument ~ ": cannot read '" ~ text
        ~ "'; write the name of a column, or an expression such as 'to_timestamp(at)' or 'current_timestamp()'") %}
  {% endif %}
  {{ return(time) }}
{% endmacro %}
