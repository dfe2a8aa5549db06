{#
  The tags of a keyed table, name -> {epoch, commit}. Each is a property of the table, so that it changes together with
  it. A rebuild can leave the properties of tags: their epoch shows that their commit is gone. A name with an escape,
  see `_property_list`, counts before the same one without it, which an earlier release has written.
#}
{% macro _tags(properties) %}
  {% set tags = {} %}
  {% for name, value in properties | dictsort(reverse=true) if name.startswith('tablestore.tag.') %}
    {% do tags.update({fromjson('"' ~ name[15:] ~ '"'): fromjson(value)}) %}
  {% endfor %}
  {{ return(tags) }}
{% endmacro %}
