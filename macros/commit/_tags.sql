{#
  The tags of a keyed table, name -> {epoch, commit}. Each is a property of the table, so that it changes together with
  it. A rebuild can leave the properties of tags: their epoch shows that their commit is gone.
#}
{% macro _tags(properties) %}
  {% set tags = {} %}
  {% for name, value in properties.items() if name.startswith('tablestore.tag.') %}
    {% do tags.update({name[15:]: fromjson(value)}) %}
  {% endfor %}
  {{ return(tags) }}
{% endmacro %}
