{#
  The durations of a STATE_TTL hint, per input. The hint names an input by its alias, or by the name of its table when
  it has no alias; case matters, as in Flink. In a unit test, dbt names the rows that stand for a table
  `__dbt__cte__...`.
#}
{% macro _read_hint(hint, names, problems) %}
  {% set durations = {} %}
  {% set given = hint.state_ttl if hint is mapping else none %}
  {% if hint is not none and given is not mapping %}
    {% do problems.append("hint: '" ~ hint ~ "' is not a hint; "
        ~ "write hint=tablestore.hint('STATE_TTL', {'" ~ names.values() | first ~ "': '1 d'})") %}
  {% endif %}
  {% set known = '__dbt__cte__' not in names.values() | join(' ') %}
  {% for name in given or {} if known and name not in names.values() %}
    {% do problems.append("hint: STATE_TTL names '" ~ name ~ "', and the input"
        ~ ('s are ' if names | length > 1 else ' is ') ~ "'" ~ names.values() | join("' and '")
        ~ "' (an alias replaces the name of the table, and case matters)") %}
  {% endfor %}
  {% for side, name in names.items() %}
    {% do durations.update({side: (given or {}).get(name)}) %}
  {% endfor %}
  {{ return(durations) }}
{% endmacro %}

{# A problem for a hint without effect: Flink's hint acts on joins and group aggregates only. #}
{% macro _refuse_hint(hint, problems) %}
  {% if hint is not none %}
    {% do problems.append('hint: STATE_TTL acts on joins and group aggregates and would have no effect here; '
        ~ "set state_ttl in the model's config, or the ttl in its compiled plan") %}
  {% endif %}
{% endmacro %}
