{# The merge engine of a plan, with a value for each key of `_engine_schema`, without conditions that nothing uses. #}
{% macro _engine(plan) %}
  {% set engine = tablestore._record("merge engine '" ~ plan.engine ~ "'", tablestore._engine_schema(),
      tablestore.engines()[plan.engine](plan)) %}
  {% if not engine.conditions %}
    {{ return(engine) }}
  {% endif %}
  {% set texts, used = engine.combine.values() | list + engine.refusals | map(attribute='when') | list, [] %}
  {% do texts.extend([engine.removed, engine.late, engine.ignored]) %}
  {% for name, condition in engine.conditions.items() | reverse
      if modules.re.search('\\b' ~ name ~ '\\b', texts | join(' ')) %}
    {% do texts.append(condition) %}
    {% do used.insert(0, [name, condition]) %}
  {% endfor %}
  {{ return(dict(engine, conditions=dict(used))) }}
{% endmacro %}

{# The keys of what a merge engine returns for a plan: the SQL expressions that merge the rows of one key. #}
{% macro _engine_schema() %}
  {{ return({
    'aggregates': {'type': 'mapping', 'from': 'the engine',
      'meaning': 'expressions of the GROUP BY over the rows of a key, by name'},
    'steps': {'type': 'list', 'default': [], 'from': 'the engine',
      'meaning': 'further queries over those, one after the other: [{name, columns}]'},
    'fold': {'type': 'mapping', 'from': 'the engine', 'meaning': 'the folded value of each column, over all of that'},
    'batch_facts': {'type': 'mapping', 'from': 'the engine',
      'meaning': 'what else the merge needs to know about the batch, by name; `_rows` is always there'},
    'conditions': {'type': 'mapping', 'default': {}, 'from': 'the engine',
      'meaning': 'conditions over `old` and `new` that the expressions below use, by name'},
    'combine': {'type': 'mapping', 'from': 'the engine',
      'meaning': 'the new value of each column, over `old`, the stored row, and `new`, the folded batch'},
    'removed': {'type': 'text?', 'default': none, 'from': 'the engine',
      'meaning': 'whether the row is removed; none when the engine removes no rows'},
    'late': {'type': 'text?', 'default': none, 'from': 'the engine',
      'meaning': 'whether the batch changes nothing because it is older than the stored row; none when it never is'},
    'ignored': {'type': 'text?', 'default': none, 'from': 'the engine',
      'meaning': 'whether the batch changes nothing because the engine keeps the stored row, however new the batch is; '
        ~ 'none when it never does'},
    'refusals': {'type': 'list', 'default': [], 'from': 'the engine',
      'meaning': '[{when, message}] over `old` and `new`: rows that end the run before the table changes'},
    'overflows': {'type': 'mapping', 'default': {}, 'from': 'the engine',
      'meaning': 'the columns whose new value may not fit, with the message for that'},
    'whole_rows': {'type': 'boolean', 'default': false, 'from': 'the engine',
      'meaning': 'whether a merged row is either the stored row or that of the batch, by conditions over the two: '
        ~ 'then a MERGE can decide'},
    'commits_first': {'type': 'boolean', 'default': false, 'from': 'the engine',
      'meaning': "whether the rows of an upstream's commit come before those of later commits, whatever their "
        ~ 'sequence'},
    'logs_only_inserts': {'type': 'boolean', 'default': false, 'from': 'the engine',
      'meaning': 'whether a batch that does not change a row writes nothing to the changelog'},
  }) }}
{% endmacro %}

{#
  Whether an engine, a name of `engines`, keeps the stored row of a key whatever comes later: what does not change it is
  ignored (`ignored` of `_engine_schema`). For the record of a commit, of which there is no plan.
#}
{% macro _engine_keeps_first(name) %}
  {{ return(name == 'first-row') }}
{% endmacro %}
