{#
  The models that the tables of a stream become, as {models, problems}. A model has the keys of `stream_tables`, and

    model              its name
    path               the whole names of its tables, as text
    databases, tables  their names, without repetitions; `databases` is empty if a table has none
    route              what `primary_keys` calls it
    partitions         the columns of `partition_keys`

  Several tables are one model if `table_mapping` gives them one name, or with `merge_shards`, if they have one name in
  several databases. Its columns are those of all of them, with the wider of two types.

    found    the tables, as `stream_tables` returns them
    options  the arguments of `generate_cdc_models`
#}
{% macro _routed_tables(found, options) %}
  {% set tables, included, groups, models, problems = [], [], {}, [], [] %}
  {% for table in found %}
    {% set path = (table.database ~ '.' if table.database else '') ~ table.table %}
    {% do tables.append(dict(table, path=path, mapped=tablestore._mapped_model(path, options.table_mapping),
        columns=tablestore._stored_as_text(table.columns))) %}
    {% do included.append(tables[-1]) if (not options.include or tablestore._is_whole_name(options.include, path))
        and not (options.exclude and tablestore._is_whole_name(options.exclude, path)) %}
  {% endfor %}
  {% for table in included %}
    {% set model = tablestore._model_of_table(table, included, options) %}
    {% do groups.setdefault(model, []).append(table) %}
  {% endfor %}
  {% for model, parts in groups.items() %}
    {% set is_mapped = parts | selectattr('mapped') | list | length == parts | length %}
    {% set is_sharded = options.merge_shards and parts | map(attribute='table') | unique | list | length == 1
        and not parts | selectattr('mapped') | list %}
    {% if parts | length > 1 and not is_mapped and not is_sharded %}
      {% do problems.append(parts | map(attribute='path') | join(' and ') ~ " would be one model, '" ~ model
          ~ "': give one of them another name with table_mapping, or make them one model with table_mapping or "
          ~ 'merge_shards') %}
    {% else %}
      {% do models.append(tablestore._merged_tables(model, parts, options, problems)) %}
      {% do problems.extend(tablestore._stray_tables(models[-1], parts, tables)) %}
    {% endif %}
  {% endfor %}
  {% do problems.extend(tablestore._unused_routes(tables, groups.keys() | list, options)) if included %}
  {{ return({'models': models, 'problems': problems}) }}
{% endmacro %}

{# Columns, of which those that a table of the default format cannot have are text: the JSON of their values. #}
{% macro _stored_as_text(columns) %}
  {% set refused = tablestore._format(tablestore._default_format()).refused_types or {} %}
  {% set stored = {} %}
  {% for name, type in columns.items() %}
    {% set is_text = namespace(found=false) %}
    {% for kind in refused if tablestore._has_type(type, kind) %}
      {% set is_text.found = true %}
    {% endfor %}
    {% do stored.update({name: 'string' if is_text.found else type}) %}
  {% endfor %}
  {{ return(stored) }}
{% endmacro %}

{# Whether a regular expression is that of a whole name. #}
{% macro _is_whole_name(pattern, name) %}
  {{ return(modules.re.fullmatch(pattern, name) is not none) }}
{% endmacro %}

{# The model that `table_mapping` names for a table; none if it names none. #}
{% macro _mapped_model(path, mapping) %}
  {% for pattern, model in mapping.items() if tablestore._is_whole_name(pattern, path) %}
    {{ return(model) }}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}

{# The name of a model. Tables of one name in two databases have the database before it, if they are not one model. #}
{% macro _model_of_table(table, tables, options) %}
  {% if table.mapped %}
    {{ return(table.mapped) }}
  {% endif %}
  {% set is_alone = tables | selectattr('table', 'equalto', table.table) | list | length == 1 %}
  {% set name = options.prefix_db.get(table.database, options.prefix)
      ~ (table.table if is_alone or options.merge_shards else table.path)
      ~ options.suffix_db.get(table.database, options.suffix) %}
  {{ return(modules.re.sub('\\W', '_', name) | lower) }}
{% endmacro %}

{# Tables as one; what they do not have in common is added to `problems`. #}
{% macro _merged_tables(model, parts, options, problems) %}
  {% set columns, owners, keys, partitions, of_column = {}, [], [], [], {} %}
  {% for table in parts %}
    {% for name, type in table.columns.items() %}
      {% set known = columns.get(name, type) %}
      {% do columns.update({name: type}) if known == type or tablestore._type_widens(known, type) %}
      {% if known != type and not tablestore._type_widens(known, type) and not tablestore._type_widens(type, known) %}
        {% do problems.append(model ~ ': column ' ~ name ~ ' is ' ~ known ~ ' in ' ~ of_column[name] ~ ', and '
            ~ type ~ ' in ' ~ table.path ~ ': leave one of the tables out with exclude, or write '
            ~ 'type_mapping: [to-string]') %}
      {% endif %}
      {% do of_column.update({name: table.path}) if columns[name] == type %}
    {% endfor %}
    {% set given = tablestore._columns_of_route(options.primary_keys, table, model) %}
    {% set names = given or table['keys'] %}
    {% do partitions.extend(tablestore._columns_of_route(options.partition_keys, table, model)) %}
    {% do keys.append({'names': names, 'text': names | join(', '), 'differ': table.other_keys and not given}) %}
    {% do owners.append(table) if table.owners | length > 1 %}
  {% endfor %}
  {% set databases = parts | map(attribute='database') | list %}
  {{ return({
    'model': model, 'path': parts | map(attribute='path') | join(' and '),
    'route': parts[0].path if parts | length == 1 else model,
    'databases': databases | unique | list if databases | select | list | length == parts | length else [],
    'tables': parts | map(attribute='table') | unique | list,
    'columns': columns, 'partitions': partitions | unique | list, 'keys': keys[0].names,
    'owners': owners[0].owners if owners else [],
    'other_keys': keys | selectattr('differ') | list or keys | map(attribute='text') | unique | list | length > 1,
  }) }}
{% endmacro %}

{# The columns that an argument names for a table, by its whole name, its name, or its model. #}
{% macro _columns_of_route(given, table, model) %}
  {{ return(tablestore._as_list(given.get(table.path) or given.get(table.table) or given.get(model))) }}
{% endmacro %}

{# Tables of the stream that a model would have as well, because it names databases and tables apart. #}
{% macro _stray_tables(model, parts, tables) %}
  {% set problems = [] %}
  {% for table in tables if table not in parts and table.table in model.tables
      and (not model.databases or table.database in model.databases) %}
    {% do problems.append(model.model ~ ' has ' ~ model.path ~ ', and would also have the rows of ' ~ table.path
        ~ ': give it to the same model with table_mapping') %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{# Names in the arguments that are those of no table. #}
{% macro _unused_routes(tables, models, options) %}
  {% set problems, paths = [], tables | map(attribute='path') | list %}
  {% set databases = tables | map(attribute='database') | select | unique | list %}
  {% set names = paths + tables | map(attribute='table') | list + models %}
  {% for pattern in options.table_mapping %}
    {% set matched = [] %}
    {% for path in paths if tablestore._is_whole_name(pattern, path) %}
      {% do matched.append(path) %}
    {% endfor %}
    {% do problems.append("table_mapping: '" ~ pattern ~ "' matches no table; the tables are " ~ paths | join(', '))
        if not matched %}
  {% endfor %}
  {% for argument in ['primary_keys', 'partition_keys'] %}
    {% for name in options[argument] if name not in names %}
      {% do problems.append(argument ~ ": '" ~ name ~ "' matches no table; the tables are " ~ paths | join(', ')) %}
    {% endfor %}
  {% endfor %}
  {% for argument in ['prefix_db', 'suffix_db'] %}
    {% for name in options[argument] if name not in databases %}
      {% do problems.append(argument ~ ": '" ~ name ~ "' matches no database; the databases are "
          ~ databases | join(', ')) %}
    {% endfor %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
