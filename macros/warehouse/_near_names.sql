{#
  ", did you mean 'a' or 'b'?" for the names that are close to the given one; else ''. The adapter dbt-tablestore finds
  them with Python's difflib. Plain dbt-spark has nothing like it: there, these are the names that begin with the given
  one, up to its last letter. With `misspelled`, only those of which all but a letter or two are the same.
#}
{% macro _near_names(name, names, misspelled=false) %}
  {% set credentials, near = adapter.config.credentials if adapter is defined else {}, [] %}
  {% if credentials.near_names is defined %}
    {% do near.extend(credentials.near_names(name | string, names | list, misspelled)) %}
  {% else %}
    {% set beginning = (name | string | lower | replace('_', '-'))[:-1] %}
    {% for other in names if beginning | length > 2 and (other | lower | replace('_', '-')).startswith(beginning) %}
      {% do near.append(other) %}
    {% endfor %}
  {% endif %}
  {{ return(", did you mean '" ~ near | join("' or '") ~ "'?" if near else '') }}
{% endmacro %}
