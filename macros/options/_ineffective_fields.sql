{#
  Options of columns that the merge engine does not use. Under `fields` they are errors. In a pasted WITH clause, which may
  have them because Paimon ignores them too, they are among the ignored options.
#}
{% macro _ineffective_fields(given, pasted) %}
  {% set options, registry = given.options, tablestore.field_options() %}
  {% set keys = options.primary_key | map('lower') | list %}
  {% for field, settings in given.fields.items() %}
    {% for name in settings %}
      {% set reason = tablestore._field_without_effect(options.merge_engine, field in keys, name) %}
      {% set spelling = pasted | select('equalto', 'fields.' ~ field ~ '.' ~ registry[name].paimon) | first %}
      {% if reason and spelling %}
        {% do given.ignored.update({spelling: reason}) %}
      {% elif reason %}
        {% do given.problems.append("fields['" ~ field ~ "']." ~ name ~ ' has no effect: ' ~ reason ~ '; remove it') %}
      {% endif %}
    {% endfor %}
  {% endfor %}
{% endmacro %}

{# Why an option of a column has no effect; none if it has one. #}
{% macro _field_without_effect(engine, is_key, name) %}
  {% if engine in ['deduplicate', 'first-row'] %}
    {{ return("merge_engine '" ~ engine ~ "' keeps whole rows") }}
  {% elif name == 'sequence_group' %}
    {{ return(none if engine == 'partial-update' else "only merge_engine 'partial-update' has sequence groups") }}
  {% endif %}
  {{ return('it is a key column, whose value is the same in all rows of its key' if is_key else none) }}
{% endmacro %}
