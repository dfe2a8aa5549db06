{#
  The argument `on` of a join as a list of {left, right}. It takes a name, a mapping {left: right}, or a list of names,
  pairs and mappings. What cannot be read is added to `problems`.
#}
{% macro _join_keys(on, problems) %}
  {% set keys = [] %}
  {% for item in tablestore._as_list(on) %}
    {% if item is string %}
      {% do keys.append({'left': item, 'right': item}) %}
    {% elif item is mapping %}
      {% for left, right in item.items() %}
        {% do keys.append({'left': left, 'right': right}) %}
      {% endfor %}
    {% elif item is iterable and item | length == 2 %}
      {% do keys.append({'left': item[0], 'right': item[1]}) %}
    {% else %}
      {% do problems.append(
          "on: cannot read " ~ item ~ "; write a column name, a list of names, or {'left column': 'right column'}") %}
    {% endif %}
  {% endfor %}
  {% if keys | length == 0 and problems | length == 0 %}
    {% do problems.append("on: no column is given; write at least one column that must be equal on both sides") %}
  {% endif %}
  {{ return(keys) }}
{% endmacro %}
