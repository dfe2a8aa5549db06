{#
  Where a keyed table stands, from its own properties:
    epoch   which build of the table this is; a rebuild starts a new one; none when a keyed model did not make it
    commit  the number of the last commit applied
    key     its primary key
#}
{% macro _table_state(relation, existing) %}
  {% set properties = tablestore._table_properties(relation) if existing else {} %}
  {{ return({
    'epoch': properties.get('tablestore.epoch'),
    'commit': properties.get('tablestore.commit', '0') | int,
    'key': properties.get('tablestore.primary-key', '').split(','),
    'format': properties.get('provider'),
  }) }}
{% endmacro %}

{% macro _table_properties(relation) %}
  {% set properties = {} %}
  {% for row in tablestore._rows('show tblproperties ' ~ relation) %}
    {% do properties.update({row.key: row.value}) %}
  {% endfor %}
  {{ return(properties) }}
{% endmacro %}

{# The commit a run makes: number, epoch, whether it replaces the table, and the properties both tables carry. #}
{% macro _next_commit(plan, state, rebuild) %}
  {% set number = 1 if rebuild else state.commit + 1 %}
  {% set epoch = invocation_id if rebuild or not state.epoch else state.epoch %}
  {{ return({
    'number': number,
    'rebuild': rebuild,
    'properties': {
      'tablestore.epoch': epoch,
      'tablestore.commit': number,
      'tablestore.primary-key': plan.key_columns | map(attribute='name') | join(','),
      'tablestore.merge-engine': plan.engine,
    },
  }) }}
{% endmacro %}
