{# The columns whose type in the SELECT may not fit the stored one; what always fits is cast without a word. #}
{% macro _retyped(query, stored) %}
  {% set result = [] %}
  {% for column in stored %}
    {% for given in query if given.key == column.key and not tablestore._fits(given.type, column.type) %}
      {% do result.append({'column_name': column.name, 'old_type': column.type, 'new_type': given.type}) %}
    {% endfor %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}

{# Whether every value of one type is a value of the other. #}
{% macro _fits(type, stored) %}
  {% set ranks = ['tinyint', 'smallint', 'int', 'bigint'] %}
  {% set digits = {'tinyint': 3, 'smallint': 5, 'int': 10, 'bigint': 20} %}
  {% if type == stored or type == 'void' or (type == 'float' and stored == 'double') %}
    {{ return(true) }}
  {% elif type in ranks and stored in ranks %}
    {{ return(ranks.index(type) <= ranks.index(stored)) }}
  {% elif stored == 'string' %}
    {{ return(type.split('(')[0] in ['char', 'varchar']) }}
  {% elif stored.startswith('decimal') %}
    {% set to = tablestore._decimal(stored) %}
    {% set from = tablestore._decimal(type) if type.startswith('decimal') else [digits.get(type, 99), 0] %}
    {{ return(from[1] <= to[1] and from[0] - from[1] <= to[0] - to[1]) }}
  {% endif %}
  {{ return(false) }}
{% endmacro %}

{# [precision, scale] #}
{% macro _decimal(type) %}
  {{ return(modules.re.findall('[0-9]+', type) | map('int') | list) }}
{% endmacro %}
