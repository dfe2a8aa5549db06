{#
  Fails if a relation has the name of a side table of a keyed model, or of the rows, a side table or a view of changes
  of a materialized view: to build it would replace that.
#}
{% macro assert_no_side_table(relation) %}
  {% set name, problems = relation.identifier | lower, [] %}
  {% for suffix in tablestore._side_tables_all() | list
      + ['__rows', '__refreshes', '__groups_' ~ name.rsplit('__groups_', 1)[-1]] if name.endswith(suffix) %}
    {% for node in tablestore._nodes_with_side_table(relation, suffix) %}
      {% set owner = "the keyed model '" ~ node.name ~ "' keeps its commits and changes in the table"
          if tablestore.is_keyed(node)
          else "the materialized view '" ~ node.name ~ "' keeps its rows, commits and changes in the table or view" %}
      {% do problems.extend([owner ~ ' of this name; nothing was changed',
          'give one of the two another name or alias']) %}
    {% endfor %}
    {% if suffix == '__rows' and not problems %}
      {% do problems.extend(tablestore._rows_of_other_problems(relation)) %}
    {% endif %}
  {% endfor %}
  {% do tablestore.fail(relation | string, problems) if problems %}
{% endmacro %}

{# The models that have a side table of this name, where it is now or where the next rebuild moves it. #}
{% macro _nodes_with_side_table(relation, suffix) %}
  {% set found, name, table = [], (relation.identifier | lower)[:-(suffix | length)], relation | string | lower %}
  {% for node in graph.get('nodes', {}).values() if node.resource_type == 'model' %}
    {% set owner = tablestore._model_relation(node) %}
    {% set rows = tablestore.rows_of_view(owner) %}
    {% set is_view = tablestore._config_of(node).materialized == 'materialized_view' %}
    {% for beside in ([owner, rows] if is_view else [owner] if tablestore.is_keyed(node) else [])
        if name in [beside.identifier | lower, (beside.schema ~ '__' ~ beside.identifier) | lower]
            and tablestore._is_suffix_beside(node, beside, suffix) %}
      {% set last = tablestore.last_commit(rows if is_view else owner, load_relation(rows if is_view else owner))
          if suffix != '__rows' else {'epoch': none} %}
      {% set schemas = [none] if suffix == '__rows'
          else [tablestore._next_side_schema(last, false), tablestore._next_side_schema(last, true)] | unique %}
      {% for schema in schemas if tablestore.side_table(beside, suffix, schema) | string | lower == table %}
        {% do found.append(node) %}
      {% endfor %}
    {% endfor %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}

{# Whether a model has a relation with this suffix beside its table, its view, or the rows of its view. #}
{% macro _is_suffix_beside(node, relation, suffix) %}
  {% if tablestore._config_of(node).materialized != 'materialized_view' %}
    {{ return(suffix in tablestore._side_tables(tablestore._read_options(node).options)) }}
  {% elif relation.identifier == node.alias %}
    {{ return(suffix in ['__rows', '__changelog', '__refreshes']) }}
  {% endif %}
  {{ return(suffix in ['__commits', '__changelog'] or suffix.startswith('__groups_')) }}
{% endmacro %}

{# What is wrong if a table has the rows of a materialized view that is there, and that this project does not have. #}
{% macro _rows_of_other_problems(relation) %}
  {% set view = relation.incorporate(path={'identifier': relation.identifier[:-6]}, type='view') %}
  {% if load_relation(relation) and load_relation(view) and tablestore._is_of_refresh(relation) %}
    {{ return(['it has the rows of the materialized view ' ~ view ~ ', which would lose them; nothing was changed',
        'give the model another name or alias, or drop the view and this table']) }}
  {% endif %}
  {{ return([]) }}
{% endmacro %}
