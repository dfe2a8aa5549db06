{#
  dbt run-operation generate_cdc_models --args '{relation: kafka.shop, format: debezium-json, key: key}'

  Prints a keyed model for each table that the messages of a relation come from, and their YAML, to be reviewed and
  saved in the project. A comment with the name of its file begins each.

    relation       a source as `name.table`, or the name of a model or a seed
    key            the column with the key of the messages, which names the key columns in Debezium's
    prefix, suffix what the names of the models begin and end with; `prefix_db` and `suffix_db` have those of databases
    include        a regular expression for the whole `database.table` of tables to print; `exclude` leaves tables out
    table_mapping  {regular expression for the whole `database.table`: name of the model}, without prefix and suffix
    merge_shards   whether tables of one name in several databases are one model
    primary_keys   {table or model: [columns]} where the messages do not name the key
    partition_keys {table or model: [columns]} by which the table is partitioned
    type_mapping   other types than those of the messages, see `_mapped_types`
#}
{% macro generate_cdc_models(
    relation=none, format=none, value='value', key=none, prefix='', suffix='', prefix_db={}, suffix_db={}, include=none,
    exclude=none, table_mapping={}, merge_shards=false, primary_keys={}, partition_keys={}, type_mapping=[]
) %}
  {% set prefix, suffix = '' if prefix is none else prefix, '' if suffix is none else suffix %}
  {% set value = 'value' if value is none else value %}
  {% set options = {'prefix': prefix, 'suffix': suffix, 'prefix_db': prefix_db or {}, 'suffix_db': suffix_db or {},
      'include': include, 'exclude': exclude, 'table_mapping': table_mapping or {}, 'primary_keys': primary_keys or {},
      'partition_keys': partition_keys or {}, 'type_mapping': tablestore._as_list(type_mapping),
      'merge_shards': merge_shards} %}
  {% set needed, optional = {'relation': relation, 'format': format}, dict(options, value=value, key=key) %}
  {% do optional.pop('merge_shards') %}
  {% do tablestore._check_arguments('generate_cdc_models', '{relation: kafka.orders, format: debezium-json}', needed,
      optional, flags={'merge_shards': merge_shards}, unknown=kwargs,
      wrong=tablestore._cdc_argument_problems(dict(needed, **optional))) %}
  {% set landed = tablestore._landed_messages(relation) %}
  {% set columns = tablestore._known_columns(landed.table) | map(attribute='name') | map('lower') | list %}
  {% do tablestore.fail('generate_cdc_models', tablestore._message_column_problems(columns, value, key)) %}
  {% set found = tablestore.stream_tables(landed.table, format, value, key, options.type_mapping) %}
  {% set routed = tablestore._routed_tables(found, options) %}
  {% do tablestore.fail('generate_cdc_models', routed.problems
      + tablestore._cdc_table_problems(relation, routed.models, format, key)) %}
  {% for table in routed.models %}
    {% do print('{' ~ '# models/' ~ table.model ~ '.sql #' ~ '}') %}
    {% do print(tablestore._cdc_model(table, landed.call, format, value, key, found | length == 1) | trim ~ '\n') %}
  {% endfor %}
  {% do print('# models/' ~ (prefix ~ relation.split('.')[-1] ~ suffix) ~ '.yml\n'
      ~ tablestore._cdc_yaml(routed.models) | trim) %}
{% endmacro %}

{# What is wrong with the arguments that were given to `generate_cdc_models`, before anything is read. #}
{% macro _cdc_argument_problems(given) %}
  {% set problems, patterns, types = [], [], tablestore._mapped_types() %}
  {% set formats, empty = tablestore._cdc_formats().keys() | list, [none, '', [], {}] %}
  {% if given.format not in formats + empty %}
    {% do problems.append("format: '" ~ given.format ~ "' is not accepted; write " ~ formats | join(', ')
        ~ tablestore._near_names(given.format, formats)) %}
  {% endif %}
  {% set column, text, pattern = 'the name of a column', 'a text', "a regular expression, 'shop[.].*'" %}
  {% for name, write in {'relation': 'source.table, or the name of a model', 'value': column, 'key': column,
      'prefix': text, 'suffix': text, 'include': pattern, 'exclude': pattern}.items()
      if given[name] not in (empty if name == 'relation' else [none] if write == column else [none, '']) %}
    {% if given[name] is not string or not given[name].strip() %}
      {% do problems.append(name ~ ": '" ~ given[name] ~ "' is not accepted; write " ~ write) %}
    {% elif write == pattern %}
      {% do patterns.append((name, given[name])) %}
    {% endif %}
  {% endfor %}
  {% for name, write in {'prefix_db': '{shop: shop_}', 'suffix_db': '{shop: _shop}', 'primary_keys': '{orders: [id]}',
      'partition_keys': '{orders: [day]}',
      'table_mapping': "{'shop_[0-9]+[.]orders': orders}, a name with letters, digits and _"}.items() %}
    {% for key, value in (given[name].items() if given[name] is mapping else [(name, none)])
        if not tablestore._is_route(name, key, value) %}
      {% do problems.append(name ~ ": '" ~ (given[name] if given[name] is not mapping else {key: value})
          ~ "' is not accepted; write " ~ write) %}
    {% endfor %}
  {% endfor %}
  {% for key in (given.table_mapping if given.table_mapping is mapping else []) if key is string %}
    {% do patterns.append(('table_mapping', key)) %}
  {% endfor %}
  {% for name in given.type_mapping if name not in types %}
    {% do problems.append("type_mapping: '" ~ name ~ "' is not accepted; write [" ~ types | join(', ') ~ ']'
        ~ tablestore._near_names(name, types)) %}
  {% endfor %}
  {{ return(problems + tablestore._pattern_problems('generate_cdc_models', patterns)) }}
{% endmacro %}

{# Whether an argument that is a mapping can have this entry. #}
{% macro _is_route(argument, key, value) %}
  {% set names = tablestore._as_list(value) if argument.endswith('_keys') else [value] %}
  {% set texts = names | select('string') | list %}
  {% set named = texts | map('trim') | select | list if argument.endswith('_keys') else texts %}
  {{ return(key is string and names != [] and names | length == named | length
      and (argument != 'table_mapping' or modules.re.match('[A-Za-z_]\\w*\\Z', value) is not none)) }}
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
    {# Iceberg also has transforms, days(at), which the run checks #}
    {% for name in table.partitions if '(' not in name and name not in table.columns %}
      {% do lacking.append(name) %}
    {% endfor %}
    {% set write = 'write primary_keys: {' ~ table.route ~ ': [id]}' %}
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

{# The text of a model. Tombstones do not name their table, so they are only read without `table_include`. #}
{% macro _cdc_model(table, call, format, value, key, is_only=false) %}
{%- set columns, reads_tombstones = [], is_only and key and tablestore._stream_paths()[format].tombstones %}
{%- for name, type in table.columns.items() %}
  {%- do columns.append(tablestore._json_text(name) ~ ': ' ~ tablestore._json_text(type)) %}
{%- endfor %}
{%- set arguments = ['{\n        ' ~ columns | join(',\n        ') ~ '\n    }'] %}
{%- do arguments.append('value=' ~ tablestore._json_text(value)) if value != 'value' %}
{%- do arguments.append('key=' ~ tablestore._json_text(key)) if key %}
{%- if not reads_tombstones %}
  {%- for option, names in {'database_include': table.databases, 'table_include': table.tables}.items() if names %}
    {%- do arguments.append(option ~ '=' ~ tablestore._json_text(tablestore._one_of_names(names))) %}
  {%- endfor %}
{%- endif %}
{{ '{{' }} config(
    materialized='incremental',
    primary_key={{ tablestore._json_text(table['keys']) }},
    {{- "\n    partition_by=" ~ tablestore._json_text(table.partitions) ~ ',' if table.partitions }}
    sequence_field='_cdc_order',
    on_schema_change='append_new_columns'
) {{ '}}' }}
{%- if reads_tombstones %}
{{ '{' }}# no table_include: tombstones do not name their table, and all messages are those of this one #{{ '}' }}
{%- endif %}
select *
from {{ '{{' }} tablestore.cdc(
    tablestore.changelog({{ call }}),
    '{{ format }}',
    {{ arguments | join(',\n    ') }}
) {{ '}}' }}
{%- endmacro %}

{# A regular expression for these names. #}
{% macro _one_of_names(names) %}
  {% set exact = [] %}
  {% for name in names %}
    {% do exact.append(tablestore._exactly(name)) %}
  {% endfor %}
  {{ return(exact | join('|')) }}
{% endmacro %}

{# The YAML of the models. JSON's texts are YAML's, whatever a name contains. #}
{% macro _cdc_yaml(tables) %}
{%- set words = ['yes', 'no', 'on', 'off', 'true', 'false', 'null', 'y', 'n'] %}
models:
{%- for table in tables %}
  - name: {{ tablestore._json_text(table.model) if table.model[0].isdigit() or table.model in words else table.model }}
    description: {{ tablestore._json_text('Rows of ' ~ table.path ~ ', from the messages of their changes.') }}
    columns:
  {%- for name, type in table.columns.items() %}
      - name: {{ tablestore._json_text(name) }}
        data_type: {{ type }}
    {%- if table['keys'] == [name] %}
        data_tests: [not_null, unique]
    {%- endif %}
  {%- endfor %}
{%- endfor %}
{%- endmacro %}
