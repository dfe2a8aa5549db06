{# The problems of the arguments of `cdc` that can be seen without its relation, as a list. #}
{% macro _cdc_problems(options, compiled) %}
  {% set problems, formats = [], tablestore._cdc_formats().keys() | list %}
  {% if options.format not in formats %}
    {% do problems.append("format: '" ~ options.format ~ "' is not accepted; write " ~ formats | join(', ')
        ~ tablestore._near_names(options.format, formats)) %}
  {% endif %}
  {% do problems.extend(tablestore._flag_problems({'ignore_parse_errors': options.ignore_parse_errors})) %}
  {% do options.update(error_table=tablestore._error_table(options.error_table, options.ignore_parse_errors,
      'ignore_parse_errors=true', compiled, problems)) %}
  {% if options.schema_include is not none %}
    {% do problems.extend(tablestore._flag_problems({'schema_include': options.schema_include})) %}
  {% endif %}
  {% set accepted = {'timestamp_format': ['SQL', 'ISO-8601'], 'truncates': ['fail', 'skip', 'apply'],
      'decimal_handling_mode': ['precise', 'string', 'double']} %}
  {% for name, values in accepted.items() if options[name] is not none and options[name] not in values %}
    {% do problems.append(name ~ ": '" ~ options[name] ~ "' is not accepted; write '" ~ values | join("' or '")
        ~ "'") %}
  {% endfor %}
  {% set units, unit = ['millis', 'micros', 'nanos'], options.timestamp_unit %}
  {% for given in (unit.values() if unit is mapping else tablestore._as_list(unit)) if given not in units %}
    {% do problems.append("timestamp_unit: '" ~ given ~ "' is not accepted; write '" ~ units | join("' or '")
        ~ "', for all columns or as {'column': 'micros'}") %}
  {% endfor %}
  {% for name in ['value', 'time_column'] if options[name] is not none and options[name] is not string %}
    {% do problems.append(name ~ ": '" ~ options[name] ~ "' is not accepted; write the name of a column") %}
  {% endfor %}
  {% for name in ['database_include', 'table_include'] if options[name] is not none %}
    {% do problems.extend(tablestore._java_pattern_problems(name, options[name])) %}
    {% do problems.extend(tablestore._truncate_problems(name, options)) %}
  {% endfor %}
  {% set truncates = "truncates='apply'" if options.truncates == 'apply' else none %}
  {% for given in [options.key and 'key', truncates] | select if not options.primary_key
      or (given == truncates and options.is_aggregated) %}
    {% do problems.append(given ~ ': ' ~ ('a delete that has only a key takes nothing away from what merge_engine='
        ~ "'aggregation' has added up; read the stream in a model that stores its rows, and aggregate the changelog of "
        ~ 'that one' if options.is_aggregated else 'it needs a primary key; write primary_key, here or in the model'))
        %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{#
  The problem of a pattern for several names, as a list: a truncate of one of these tables would delete the rows of all.
#}
{% macro _truncate_problems(name, options) %}
  {% set given = options[name] | string %}
  {% set text = modules.re.sub('\\\\(.)', '\\1', given | replace('[.]', '\\.')) %}
  {% set is_one = tablestore._exactly(text) == given | replace('[.]', '\\.') %}
  {{ return([] if options.truncates != 'apply' or is_one else [name ~ ": '" ~ given ~ "' can match several names, and "
      ~ "truncates='apply' deletes the rows of all: write the name of one, or truncates='skip'"]) }}
{% endmacro %}
