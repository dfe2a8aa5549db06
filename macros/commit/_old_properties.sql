{# The names of the properties that record commits and starts before the last ones. #}
{% macro _old_properties(stored, properties) %}
  {% set old, epoch = [], properties.get('tablestore.epoch') or '' %}
  {% set kept = [tablestore._sealed_property(epoch, properties.get('tablestore.commit')),
      tablestore._start_property(epoch, properties.get('tablestore.changelog-start'))] %}
  {% for name in stored if name.startswith(('tablestore.commits.', 'tablestore.changelog-starts.')) and name not in kept %}
    {% do old.append(name) %}
  {% endfor %}
  {{ return(old | sort) }}
{% endmacro %}
