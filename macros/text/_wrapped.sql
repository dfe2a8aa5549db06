{# SQL items separated by commas, on as many lines as keep each one short; the lines after the first are indented. #}
{% macro _wrapped(items, width=0) %}
  {% set line = items | join(', ') %}
  {% if line | length <= 120 and '\n' not in line %}
    {{ return(line) }}
  {% endif %}
  {% set lines, current = [], namespace(length=0) %}
  {% for item in items %}
    {% if lines and current.length + item | length <= 110 and '\n' not in item ~ lines[-1] %}
      {% do lines.append(lines.pop() ~ ', ' ~ item) %}
      {% set current.length = current.length + 2 + item | length %}
    {% else %}
      {% do lines.append(item) %}
      {% set current.length = item | length %}
    {% endif %}
  {% endfor %}
  {{ return(lines | join(',\n') | replace('\n', '\n' ~ ' ' * width)) }}
{% endmacro %}

{# A call of a SQL function: on one line when it is short, otherwise with its arguments on lines of their own. #}
{% macro _wrapped_call(name, arguments) %}
  {% set line = name ~ '(' ~ arguments | join(', ') ~ ')' %}
  {% if line | length <= 120 and '\n' not in line %}
    {{ return(line) }}
  {% endif %}
  {{ return(name ~ '(\n  ' ~ tablestore._wrapped(arguments, 2) ~ '\n)') }}
{% endmacro %}

{#
  A CASE expression: on one line when it is short, otherwise one branch per line. Just `otherwise` when there are no
  branches.

    branches   ['when ... then ...']
    otherwise  the expression after ELSE; none leaves ELSE out
#}
{% macro _wrapped_case(branches, otherwise=none) %}
  {% if not branches %}
    {{ return(otherwise) }}
  {% endif %}
  {% set line = 'case ' ~ branches | join(' ') ~ (' else ' ~ otherwise if otherwise is not none else '') ~ ' end' %}
  {% if line | length <= 100 and '\n' not in line %}
    {{ return(line) }}
  {% endif %}
  {% set lines = branches + (['else ' ~ otherwise] if otherwise is not none else []) %}
  {{ return('case\n  ' ~ lines | join('\n') | replace('\n', '\n  ') ~ '\nend') }}
{% endmacro %}

{# Columns, by their quoted names, of a struct or a table alias. #}
{% macro _wrapped_fields(source, columns) %}
  {% set fields = [] %}
  {% for column in columns %}
    {% do fields.append(source ~ '.' ~ column) %}
  {% endfor %}
  {{ return(tablestore._wrapped(fields, 2)) }}
{% endmacro %}
