{# The templates of an aggregate function, with defaults for the keys it leaves out. #}
{% macro _complete_aggregate(name, given, column, settings={}) %}
  {% set swapped = given.add | replace('{acc}', '{other}') | replace('{value}', '{acc}') | replace('{other}', '{value}') %}
  {% set ignores = settings.ignore_retract or false %}
  {% set defaults = {'name': name, 'add_older': swapped, 'folded_type': column.type, 'ignores_retractions': ignores} %}
  {% set overrides = {'retract': '{acc}', 'folds_retractions': false} if ignores else {} %}
  {{ return(tablestore._record('aggregate function ' ~ name, tablestore._aggregate_schema(), dict(dict(defaults, **given), **overrides))) }}
{% endmacro %}
