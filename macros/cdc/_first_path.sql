{# The first of some paths that a text has, as SQL. Debezium's messages can be in the field `payload` of others. #}
{% macro _first_path(text, paths, wraps=false) %}
  {% set values = [] %}
  {% for path in paths %}
    {% set inner = '$.payload' ~ path[1:] %}
    {% for each in ([inner] if wraps else []) + [path] %}
      {% do values.append('get_json_object(' ~ text ~ ', ' ~ tablestore.string_literal(each) ~ ')') %}
    {% endfor %}
  {% endfor %}
  {{ return('coalesce(' ~ (values + ['string(null)', 'null']) | join(', ') ~ ')') }}
{% endmacro %}
