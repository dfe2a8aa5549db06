{# The properties of a table, name -> value; `of_run` says that it is one of a run, which others may drop. #}
{% macro table_properties(relation, of_run=false) %}
  {% set known = adapter.tables().described(relation) if adapter.tables is defined else none %}
  {% set properties = dict(known.properties) if known else {} %}
  {% set statement = {'step': 'catalog', 'reads': [relation | string] if of_run else [],
      'sql': 'show tblproperties ' ~ relation} %}
  {% for row in ([] if known else tablestore.query_rows(statement)) %}
    {% do properties.update({row.key: row.value}) %}
  {% endfor %}
  {# a text of ours that `_property_list` has written as JSON #}
  {% for name, value in properties.items()
      if name.startswith('tablestore.') and value.startswith('"') and '\\u00' in value %}
    {% do properties.update({name: fromjson(value, value)}) %}
  {% endfor %}
  {{ return(properties) }}
{% endmacro %}
