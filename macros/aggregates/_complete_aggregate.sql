{# The templates of an aggregate function with everything it leaves out filled in. #}
{% macro _complete_aggregate(name, given, column, settings={}) %}
  {% set swapped = given.add | replace('{acc}', '{was}') | replace('{value}', '{acc}') | replace('{was}', '{value}') %}
  {% set ignores = settings.ignore_retract or false %}
  {% set defaults = {'name': name, 'reversed': swapped, 'folded_type': column.type, 'ignores_retract': ignores} %}
  {% set overrides = {'retract': '{acc}', 'signed': false} if ignores else {} %}
  {{ return(tablestore._record('aggregate function ' ~ name, tablestore._aggregate_schema(), dict(dict(defaults, **given), **overrides))) }}
{% endmacro %}
