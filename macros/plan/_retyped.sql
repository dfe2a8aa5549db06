{#
  The columns whose type in the SELECT may not fit the stored one; what always fits is cast without a word. `widens`
  says that a table can take the new type as it stands; `column_name` and `new_type` are dbt's words.
#}
{% macro _retyped(query, stored) %}
  {% set result = [] %}
  {% for column in stored %}
    {% for given in query if given.key == column.key and not tablestore._fits(given.type, column.type) %}
      {% do result.append({'name': column.name, 'quoted': column.quoted, 'old_type': column.type, 'type': given.type,
                           'column_name': column.name, 'new_type': given.type, 'widens': tablestore._widens(column.type, given.type)}) %}
    {% endfor %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}

{# Whether every value of one type is a value of the other. #}
{% macro _fits(type, stored) %}
  {% set ranks = ['tinyint', 'smallint', 'int', 'bigint'] %}
  {% set digits = {'tinyint': 3, 'smallint': 5, 'int': 10, 'bigint': 19} %}
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

{# Whether every table format can alter a type to another one without touching a data file. #}
{% macro _widens(stored, type) %}
  {% if stored.startswith('decimal') and type.startswith('decimal') %}
    {{ return(tablestore._decimal(stored)[1] == tablestore._decimal(type)[1] and tablestore._fits(stored, type)) }}
  {% endif %}
  {{ return(type in ['smallint', 'int', 'bigint', 'double'] and tablestore._fits(stored, type)) }}
{% endmacro %}

{# [precision, scale] #}
{% macro _decimal(type) %}
  {{ return(modules.re.findall('[0-9]+', type) | map('int') | list) }}
{% endmacro %}
