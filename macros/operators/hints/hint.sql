{#
  A relation that is read with a hint. OPTIONS sets the options of this one read. Join and partition hints become
  Spark's own: a join hint applies to the join around this query, a partition hint to the rows of this query.

  hint('STATE_TTL', {'o': '1 d'}) reads no relation: it is the `hint` argument of a stateful operator.
#}
{% macro hint(relation, name=none, options=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% if relation is string and relation.strip() | upper == 'STATE_TTL' %}
    {{ return(tablestore._state_ttl_hint(name, options)) }}
  {% endif %}
  {% set kind = (name | string).strip() | upper %}
  {% do tablestore.fail('hint', tablestore._hint_problems(relation, name, kind, options)) %}
  {% set arguments = [] if kind in tablestore._partition_hints() else ['hinted'] %}
  {% for item in tablestore._as_list(options) if kind != 'OPTIONS' %}
    {% do arguments.append(item if item is number else tablestore._quote(item)) %}
  {% endfor %}
  {% set sql -%}
(
  {%- if kind == 'OPTIONS' %}
    select *
    from {{ tablestore._table_expression(relation) }} with (
    {%- for key, value in options.items() %}
        {{ tablestore.string_literal(key) }} = {{ tablestore.string_literal(value) }}{{ ',' if not loop.last }}
    {%- endfor %}
    )
  {%- else %}
    select /*+ {{ kind | lower ~ ('(' ~ arguments | join(', ') ~ ')' if arguments) }} */ *
    from {{ tablestore._indent(tablestore._table_expression(relation), 4) }} as hinted
  {%- endif %}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The `hint` argument of a stateful operator: how long it keeps the rows of each input, {name: duration}. #}
{% macro _state_ttl_hint(durations, options) %}
  {% set problems = [] %}
  {% if durations is not mapping or not durations or options is not none %}
    {% do problems.append("STATE_TTL: write each input of the operator with its duration: "
        ~ "tablestore.hint('STATE_TTL', {'o': '1 d', 's': '12 h'})") %}
  {% else %}
    {% for name, duration in durations.items() if tablestore._duration_ms(duration) is none %}
      {% do problems.append(tablestore._duration_problem("STATE_TTL: '" ~ name ~ "'", duration)
          ~ "; '0 s' means never") %}
    {% endfor %}
  {% endif %}
  {% do tablestore.fail('hint', problems) %}
  {{ return({'state_ttl': durations}) }}
{% endmacro %}

{# The problems of a hint, as a list. #}
{% macro _hint_problems(relation, name, kind, options) %}
  {% set problems = [] %}
  {% if kind == 'STATE_TTL' %}
    {% do problems.append("name: STATE_TTL has no effect on a relation; pass it to the stateful operator: "
        ~ "tablestore.changelog_join(..., hint=tablestore.hint('STATE_TTL', {'o': '1 d'}))") %}
  {% elif kind == 'OPTIONS' %}
    {% if options is not mapping or options | length == 0 %}
      {% do problems.append("options: OPTIONS takes a mapping with at least one option, such as {'split-size': '5'}") %}
    {% endif %}
    {% set is_table = tablestore._is_table_name(relation.strip()) and '.' in relation if relation is string
        else not tablestore._is_query(relation) %}
    {% if not is_table %}
      {% do problems.append(
          'relation: OPTIONS applies to a table; write the ref of a model that is one, a source or schema.table. '
          ~ 'Spark ignores the options of a query, a view or a common table expression, such as an ephemeral model') %}
    {% endif %}
  {% elif kind in tablestore._join_hints() and options %}
    {% do problems.append('options: ' ~ kind ~ ' takes no options; remove ' ~ options) %}
  {% elif kind in tablestore._partition_hints() and options is mapping %}
    {% do problems.append(
        'options: ' ~ options ~ ' is not accepted; ' ~ kind ~ ' takes a number of partitions, columns or both, '
        ~ "such as [8, 'id']") %}
  {% elif kind not in tablestore._join_hints() + tablestore._partition_hints() %}
    {% do problems.append("name: '" ~ name ~ "' is not accepted; write OPTIONS, "
        ~ (tablestore._join_hints() + tablestore._partition_hints()) | join(', ')) %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}

{% macro _join_hints() %}
  {{ return(['BROADCAST', 'MERGE', 'SHUFFLE_HASH', 'SHUFFLE_REPLICATE_NL']) }}
{% endmacro %}

{% macro _partition_hints() %}
  {{ return(['COALESCE', 'REPARTITION', 'REPARTITION_BY_RANGE', 'REBALANCE']) }}
{% endmacro %}
