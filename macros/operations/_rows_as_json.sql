{# Rows of a YAML file as JSON. YAML dates become text. #}
{% macro _rows_as_json(rows) %}
  {% set result = [] %}
  {% for row in rows %}
    {% set values = {} %}
    {% for name, value in row.items() %}
      {% set plain = value is none or value is string or value is number or value is boolean
          or value is mapping or value is sequence %}
      {% do values.update({name: value if plain else value | string}) %}
    {% endfor %}
    {% do result.append(tojson(values)) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}
