{#
  The side tables of a keyed model: suffix of the name -> columns by which such a table is recognized. The rows of a Python
  model have any columns; their table has a property instead.
#}
{% macro _side_tables(node) %}
  {% set producer, log = tablestore._read_options(node).options.changelog_producer, ['_row_kind', '_commit', '_committed_at'] %}
  {% set tables = {'__commit': ['_rows'], '__commits': ['epoch', 'invocation_id', 'offsets']} %}
  {% if producer != 'none' %}
    {% do tables.update({'__changelog': log}) %}
  {% endif %}
  {% if producer == 'full-compaction' %}
    {% do tables.update({'__uncompacted': log}) %}
  {% elif producer == 'input' %}
    {% do tables.update({'__input': ['_kind']}) %}
  {% endif %}
  {% if node.language == 'python' %}
    {% do tables.update({'__batch': []}) %}
  {% endif %}
  {{ return(tables) }}
{% endmacro %}
