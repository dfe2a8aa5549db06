{# The problems of arguments that a call has left out: name -> value. #}
{% macro _missing_problems(arguments) %}
  {% set problems = [] %}
  {% for name, value in arguments.items() if value is undefined %}
    {% do problems.append(name ~ ': missing') %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{# The problems of arguments that are true or false: name -> value. Any text would count as true, 'false' too. #}
{% macro _flag_problems(flags) %}
  {% set problems = [] %}
  {% for name, value in flags.items() if value is not boolean %}
    {% do problems.append("'" ~ name ~ "' is '" ~ value ~ "'; write true or false") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{# The problems of arguments that are counts, from 1 on: name -> value. #}
{% macro _count_problems(counts) %}
  {% set problems = [] %}
  {% for name, value in counts.items() if value is not integer or value is boolean or value < 1 %}
    {% do problems.append(name ~ ": " ~ value ~ " is not accepted; it must be a positive integer") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{#
  The problems of {name: expression}, as a list: what is not text would end in a parse error of Spark's, and a comment
  that no line ends would take what follows with it.
#}
{% macro _aggregate_problems(aggregates) %}
  {% set problems = [] %}
  {% for name, expression in aggregates.items() if expression is not string or not expression.strip() %}
    {% do problems.append("aggregates: '" ~ name ~ "' is '" ~ expression
        ~ "'; write an SQL expression such as 'sum(price)'") %}
  {% endfor %}
  {% set others = "(?s:/\\*.*?\\*/)|\\b[rR]'[^']*'|\\b[rR]\"[^\"]*\"|`[^`]*`" %}
  {% set others = others ~ "|'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\"" %}
  {% set others = others ~ "|--(?:\\\\\\n|[^\\n])*(?<!\\\\)\\n" %}
  {% for name, expression in aggregates.items() if '--' in modules.re.sub(others, '', expression | string) %}
    {% do problems.append("aggregates: '" ~ name ~ "' has a comment that does not end; leave it out, end its line, or "
        ~ 'write /* ... */') %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
