{#
  dbt run-operation generate_cdc_models --args '{relation: kafka.shop, format: debezium-json, key: key}'

  Prints a keyed model for each table that the messages of a relation come from, and their YAML, to be reviewed and
  saved in the project. A comment with the name of its file begins each.

    relation      a source as `name.table`, or the name of a model or a seed
    key           the column with the key of the messages, which names the key columns in Debezium's
    include       a regular expression for the whole `database.table` of tables to print; `exclude` leaves tables out
    primary_keys  {table: [columns]} where the messages do not name the key
    prefix        what the names of the models begin with
#}
{% macro generate_cdc_models(
    relation=none, format=none, value='value', key=none, prefix='', include=none, exclude=none, primary_keys=none
) %}
  {% do tablestore._check_arguments('generate_cdc_models', '{relation: kafka.orders, format: debezium-json}',
      needed={'relation': relation, 'format': format},
      optional={'value': value, 'key': key, 'prefix': prefix, 'include': include, 'exclude': exclude,
                'primary_keys': primary_keys}, unknown=kwargs) %}
  {% set formats = tablestore._cdc_formats() %}
  {% if format not in formats %}
    {% do tablestore.fail('generate_cdc_models', ["format: '" ~ format ~ "' is not accepted; write "
        ~ formats.keys() | join(', ') ~ tablestore._near_names(format, formats.keys() | list)]) %}
  {% endif %}
  {% set landed, tables = tablestore._landed_messages(relation), [] %}
  {% for table in tablestore.stream_tables(landed.table, format, value, key) %}
    {% set path = (table.database ~ '.' if table.database else '') ~ table.table %}
    {% if (not include or modules.re.match('(?:' ~ include ~ ')\\Z', path))
        and not (exclude and modules.re.match('(?:' ~ exclude ~ ')\\Z', path)) %}
      {% set given = (primary_keys or {}).get(path) or (primary_keys or {}).get(table.table) %}
      {% do tables.append(dict(table, path=path, keys=tablestore._as_list(given) if given else table['keys'],
          other_keys=table.other_keys and not given)) %}
    {% endif %}
  {% endfor %}
  {% do tablestore.fail('generate_cdc_models', tablestore._cdc_table_problems(relation, tables, format, key)) %}
  {% set tables = tablestore._named_models(tables, prefix) %}
  {% do tablestore.fail('generate_cdc_models', tablestore._shared_names(tables)) %}
  {% for table in tables %}
    {% do print('{' ~ '# models/' ~ table.model ~ '.sql #' ~ '}') %}
    {% do print(tablestore._cdc_model(table, landed.call, format, value, key) | trim ~ '\n') %}
  {% endfor %}
  {% do print('# models/' ~ (prefix ~ relation.split('.')[-1]) ~ '.yml\n' ~ tablestore._cdc_yaml(tables) | trim) %}
{% endmacro %}

{# The relation that an operation names, as {table: what follows FROM, call: how a model refers to it}. #}
{% macro _landed_messages(name) %}
  {% set known = {} %}
  {% for node in graph.sources.values() %}
    {% do known.update({node.source_name ~ '.' ~ node.name: {'node': node,
        'call': "source('" ~ node.source_name ~ "', '" ~ node.name ~ "')"}}) %}
  {% endfor %}
  {% for node in graph.nodes.values() if node.resource_type in ['model', 'seed', 'snapshot'] %}
    {% do known.update({node.name: {'node': node, 'call': "ref('" ~ node.name ~ "')"}}) %}
  {% endfor %}
  {% if name not in known %}
    {% do tablestore.fail('generate_cdc_models', ["relation: there is no source or model '" ~ name
        ~ "'; write source.table, or the name of a model" ~ tablestore._near_names(name, known.keys() | list)]) %}
  {% endif %}
  {% set node = known[name].node %}
  {% set alias = node.identifier if node.resource_type == 'source' else node.alias %}
  {{ return({'table': tablestore._model_relation(dict(node, alias=alias)), 'call': known[name].call}) }}
{% endmacro %}

{# Why no models can be printed. #}
{% macro _cdc_table_problems(relation, tables, format, key) %}
  {% set problems = [] %}
  {% if not tables %}
    {% do problems.append(relation ~ ' has no message of the format ' ~ format ~ ' that names a table and has a row, '
        ~ 'or include and exclude leave none of its tables') %}
  {% endif %}
  {% for table in tables %}
    {% set lacking = table['keys'] | reject('in', table.columns) | list %}
    {% set write = 'write primary_keys: {' ~ table.path ~ ': [id]}' %}
    {% if table.owners | length > 1 %}
      {% do problems.append(table.path ~ ' is the name of several tables, of ' ~ table.owners | join(', ')
          ~ ': let the relation have the messages of one of them') %}
    {% endif %}
    {% if lacking %}
      {% do problems.append(table.path ~ ' has no column ' ~ lacking | join(', ') ~ '; it has '
          ~ table.columns.keys() | join(', ')) %}
    {% elif table.other_keys %}
      {% do problems.append('the messages of ' ~ table.path ~ ' have different keys; ' ~ write) %}
    {% elif not table['keys'] %}
      {% do problems.append('no message of ' ~ table.path ~ ' names its key; ' ~ ('name the column with the key of the '
          ~ 'messages, key: key, or ' if format.startswith('debezium') and not key else '') ~ write) %}
    {% endif %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{# The tables with the names of their models; tables of one name in two databases have the database before it. #}
{% macro _named_models(tables, prefix) %}
  {% set named = [] %}
  {% for table in tables %}
    {% set is_alone = tables | selectattr('table', 'equalto', table.table) | list | length == 1 %}
    {% set name = prefix ~ (table.table if is_alone else table.path) %}
    {% do named.append(dict(table, model=modules.re.sub('\\W', '_', name) | lower)) %}
  {% endfor %}
  {{ return(named) }}
{% endmacro %}

{# Models that would have one name. #}
{% macro _shared_names(tables) %}
  {% set problems = [] %}
  {% for name, shared in tables | groupby('model') if shared | length > 1 %}
    {% do problems.append(shared | map(attribute='path') | join(' and ') ~ " would be one model, '" ~ name
        ~ "': print them one by one, with include and another prefix") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{% macro _cdc_model(table, call, format, value, key) %}
{%- set columns = [] %}
{%- for name, type in table.columns.items() %}
  {%- do columns.append(tojson(name) ~ ': ' ~ tojson(type)) %}
{%- endfor %}
{{ '{{' }} config(
    materialized='incremental',
    primary_key={{ tojson(table['keys']) }},
    sequence_field='_cdc_order',
    on_schema_change='append_new_columns'
) {{ '}}' }}
select *
from {{ '{{' }} tablestore.cdc(
    tablestore.changelog({{ call }}),
    '{{ format }}',
    {
        {{ columns | join(',\n        ') }}
    },
    {{- "\n    value=" ~ tojson(value) ~ ',' if value != 'value' }}
    {{- "\n    key=" ~ tojson(key) ~ ',' if key }}
    {{- "\n    database_include=" ~ tojson(tablestore._exactly(table.database)) ~ ',' if table.database }}
    table_include={{ tojson(tablestore._exactly(table.table)) }}
) {{ '}}' }}
{%- endmacro %}

{# The YAML of the models. JSON's texts are YAML's, whatever a name contains. #}
{% macro _cdc_yaml(tables) %}
{%- set words = ['yes', 'no', 'on', 'off', 'true', 'false', 'null', 'y', 'n'] %}
models:
{%- for table in tables %}
  - name: {{ tojson(table.model) if table.model[0].isdigit() or table.model in words else table.model }}
    description: {{ tojson('Rows of ' ~ table.path ~ ', from the messages of its changes.') }}
    columns:
  {%- for name, type in table.columns.items() %}
      - name: {{ tojson(name) }}
        data_type: {{ type }}
    {%- if table['keys'] == [name] %}
        data_tests: [not_null, unique]
    {%- endif %}
  {%- endfor %}
{%- endfor %}
{%- endmacro %}
