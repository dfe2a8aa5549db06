{#
  What can follow FROM: a relation, the name of a common table expression, or a query, which is put in parentheses
  unless it already is.
#}
{% macro _table_expression(relation) %}
  {% set text = (relation | string).strip() %}
  {% if relation is string and ' ' in text and not (tablestore._is_table_name(text) or tablestore._is_enclosed(text)) %}
    {# a blank, because a comment that ends in a backslash goes on in the next line #}
    {{ return('(' ~ text ~ (' ' if text.endswith('\\')) ~ ('\n' if '--' in text) ~ ')') }}
  {% endif %}
  {{ return(text) }}
{% endmacro %}

{# Whether the parenthesis with which a text begins is closed at its end. #}
{% macro _is_enclosed(text) %}
  {% set at = namespace(depth=0) %}
  {% for found in (tablestore._code_tokens(text, '[()]') if text.startswith('(') else []) %}
    {% set at.depth = at.depth + (1 if found[0] == '(' else -1) %}
    {% if at.depth == 0 %}{{ return(found.end() == text | length) }}{% endif %}
  {% endfor %}
  {{ return(false) }}
{% endmacro %}
