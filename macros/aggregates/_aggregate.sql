{# The aggregate function with this name for one column, with a value for every key of `_aggregate_schema`. #}
{% macro _aggregate(name, column, settings) %}
  {{ return(tablestore._complete_aggregate(name, tablestore.aggregates()[name](column, settings), column, settings)) }}
{% endmacro %}

{# The templates of an aggregate function, with defaults for the keys it leaves out. #}
{% macro _complete_aggregate(name, given, column, settings={}) %}
  {% set swapped = given.add | replace('{acc}', '{other}') | replace('{value}', '{acc}')
      | replace('{other}', '{value}') %}
  {% set ignores = settings.ignore_retract or false %}
  {% set defaults = {'name': name, 'add_older': swapped, 'folded_type': column.type, 'ignores_retractions': ignores} %}
  {% set overrides = {'retract': '{acc}', 'starts_retracted': none, 'folds_retractions': false} if ignores else {} %}
  {{ return(tablestore._record('aggregate function ' ~ name, tablestore._aggregate_schema(),
      dict(dict(defaults, **given), **overrides))) }}
{% endmacro %}

{#
  The keys of an aggregate function for one column. Most are SQL templates over {acc}, the value so far, and {value},
  the next value. A function returns `types`, `add` and whatever differs from the defaults; `_complete_aggregate` adds
  the rest. An "older" value has a smaller sequence than the value so far.
#}
{% macro _aggregate_schema() %}
  {{ return({
    'name': {'type': 'text', 'from': '_complete_aggregate', 'meaning': 'the name of the function'},
    'types': {'type': 'list', 'default': [], 'from': 'the function',
      'meaning': 'the groups of types it accepts, see `_is_type_of`; empty for any type'},
    'refused_type': {'type': 'text?', 'default': none, 'from': 'the function',
      'meaning': 'one of these types with which Spark cannot compute it'},
    'add': {'type': 'text', 'from': 'the function',
      'meaning': 'adds a value; {init} is whether a value was added before'},
    'add_older': {'type': 'text', 'from': '_complete_aggregate',
      'meaning': 'adds an older value; by default `add` with the two sides swapped'},
    'retract': {'type': 'text?', 'default': none, 'from': 'the function',
      'meaning': 'retracts a value; none if the function does not support it. From null it makes null, unless it is '
        ~ '{value}'},
    'retract_older': {'type': 'text?', 'default': none, 'from': 'the function',
      'meaning': 'retracts an older value; none if that is the same as `retract`'},
    'starts': {'type': 'text?', 'default': none, 'from': 'the function',
      'meaning': 'whether {init} is true after this value; none when `add` does not use {init}'},
    'starts_older': {'type': 'text?', 'default': none, 'from': 'the function',
      'meaning': 'the same after an older value; none when that is the same as `starts`'},
    'starts_retracted': {'type': 'text?', 'default': none, 'from': 'the function',
      'meaning': 'whether {init} is true after this value is retracted; none when a retraction does not change it'},
    'grouped': {'type': 'text?', 'default': none, 'from': 'the function',
      'meaning': 'adds all values of a key at once, in a GROUP BY, over {value}, {order}, {first}, {last} and the '
        ~ 'filter {where}; none when values must be added one by one'},
    'grouped_with_retractions': {'type': 'text?', 'default': none, 'from': 'the function',
      'meaning': '`grouped` if the rows with {retract} are retractions'},
    'grouped_skips_null': {'type': 'boolean', 'default': false, 'from': 'the function',
      'meaning': 'whether `grouped` must not see nulls'},
    'orders_by_group': {'type': 'boolean', 'default': false, 'from': 'the function',
      'meaning': 'whether `grouped` can use the order of a sequence group'},
    'converted': {'type': 'text', 'default': '{value}', 'from': 'the function',
      'meaning': "what the column's value is converted to before it is added"},
    'commutative': {'type': 'boolean', 'default': false, 'from': 'the function',
      'meaning': 'whether the order of the values never matters'},
    'folds_retractions': {'type': 'boolean', 'default': false, 'from': 'the function',
      'meaning': 'whether a folded value already has the retractions applied'},
    'folded_type': {'type': 'text', 'from': '_complete_aggregate',
      'meaning': 'the type of a folded value, which may be wider than the column'},
    'fold_overflows': {'type': 'boolean', 'default': false, 'from': 'the function',
      'meaning': 'whether a fold that does not fit its type becomes null; needs `starts`'},
    'may_not_fit': {'type': 'boolean', 'default': false, 'from': 'the function',
      'meaning': 'whether the result may not fit the column, which ends the run'},
    'stored_as': {'type': 'text?', 'default': none, 'from': 'the function',
      'meaning': 'a type narrower than that of the column, in which each result has to fit'},
    'keeps_first_value': {'type': 'boolean', 'default': false, 'from': 'the function',
      'meaning': 'whether the first value of a key is kept as it is, because adding it to nothing would change it'},
    'ignores_retractions': {'type': 'boolean', 'from': '_complete_aggregate',
      'meaning': 'whether retracted values are ignored'},
    'keeps_single_row': {'type': 'boolean', 'default': false, 'from': 'the engine',
      'meaning': 'whether the only row of a key in its batch keeps its own value'},
  }) }}
{% endmacro %}
