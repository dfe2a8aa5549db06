{# An aggregate function for one column with everything the templates leave out filled in. #}
{% macro _aggregate(name, column, settings) %}
  {{ return(tablestore._completed(name, tablestore.aggregates()[name](column, settings), column, settings)) }}
{% endmacro %}

{% macro _completed(name, given, column, settings={}) %}
  {% set swapped = given.add | replace('{acc}', '{was}') | replace('{value}', '{acc}') | replace('{was}', '{value}') %}
  {% set aggregate = {
    'name': name, 'add': given.add, 'reversed': swapped, 'retract': none, 'retract_reversed': none, 'starts': none,
    'starts_reversed': none, 'hash': none, 'hash_both': none, 'skips_null': false, 'raw': '{value}', 'in_group': false,
    'commutes': false, 'signed': false, 'state': column.type, 'needs_row': false,
    'checked': false, 'ignores_retract': settings.ignore_retract or false,
  } %}
  {% do aggregate.update(given) %}
  {% if aggregate.ignores_retract %}
    {% do aggregate.update({'retract': '{acc}', 'signed': false}) %}
  {% endif %}
  {{ return(aggregate) }}
{% endmacro %}

{# A template with its values put in. #}
{% macro _fill(template, acc, value, init='false') %}
  {{ return(template | replace('{init}', init) | replace('{acc}', acc) | replace('{value}', value)) }}
{% endmacro %}
