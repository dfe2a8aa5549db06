{# What a merge engine returns for a plan: the expressions that merge the rows of one key. #}
{% macro _engine_schema() %}
  {{ return({
    'aggregates': {'type': 'mapping', 'meaning': 'expressions of the GROUP BY over the rows of a key, by name'},
    'levels': {'type': 'list', 'default': [], 'meaning': 'further steps over those, one after the other: [{name, columns}]'},
    'fold': {'type': 'mapping', 'meaning': 'per column, its folded value over all of that'},
    'folded_types': {'type': 'mapping', 'default': {}, 'meaning': "per column, the type of its folded value where that is not the column's"},
    'batch_facts': {'type': 'mapping', 'meaning': 'what else the merge must know of the batch, by name; `_rows` is always there'},
    'combine': {'type': 'mapping', 'meaning': 'per column, the new value over `old`, the stored row, and `new`, the folded batch'},
    'removed': {'type': 'text', 'meaning': 'whether the row is removed'},
    'late': {'type': 'text', 'meaning': 'whether the batch changes nothing because it is older than the stored row'},
    'refusals': {'type': 'list', 'default': [], 'meaning': '[{when, message}] over `old` and `new`: rows that end the run before anything is written'},
    'checked': {'type': 'mapping', 'default': {}, 'meaning': 'per column whose new value may not fit, the message then'},
    'skips': {'type': 'list', 'default': [], 'meaning': 'row kinds without a meaning to the engine'},
    'silent': {'type': 'boolean', 'default': false, 'meaning': 'whether a batch that changes nothing of a row leaves no trace in the changelog'},
  }) }}
{% endmacro %}
