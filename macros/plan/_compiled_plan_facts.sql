{#
  What a compiled plan records about a keyed table. `query_columns` are the columns of the SELECT, as {name, type}.
  Options that change no row, only the files of the table, are not part of it.
#}
{% macro _compiled_plan_facts(plan, query_columns) %}
  {% set defined = ['primary_key', 'merge_engine', 'sequence_field', 'sequence_field_sort_order',
      'default_aggregate_function',
                    'state_ttl', 'compiled_plan', 'cluster_by', 'maintenance', 'format_version',
                    'fuse'] %}
  {% set options, columns = {}, [] %}
  {% for name, option in tablestore.options().items() if name not in defined and plan.options[name] != option.default %}
    {% do options.update({name: plan.options[name]}) %}
  {% endfor %}
  {% for field, settings in plan.fields.items() %}
    {% for name, value in settings.items() if name in ['ignore_retract', 'count_limit'] %}
      {% do options.update({'fields.' ~ field ~ '.' ~ name: value}) %}
    {% endfor %}
  {% endfor %}
  {% for column in query_columns if column.name | lower not in tablestore._reserved_columns() %}
    {% do columns.append(column) %}
  {% endfor %}
  {{ return({
    'columns': columns,
    'key': plan.key_columns | map(attribute='name') | list,
    'engine': plan.engine,
    'format': plan.format,
    'definition': plan.definition,
    'options': options,
    'ttl': plan.options.state_ttl or 0,
  }) }}
{% endmacro %}
