{#
  Says after a first run, or after another one that builds the view, that later ones cannot be incremental, and why. A
  run that has failed says nothing but its error.
#}
{% macro tablestore_tell_later_runs(view, inputs, policy) %}
  {% set reasons = [view.result.reason] if view.result.reason
      else inputs.values() | map(attribute='lasting') | select | unique | list %}
  {% if not reasons or policy == 'full' %}
    {{ return(none) }}
  {% endif %}
  {% set later = 'fail' if policy == 'incremental_strict' else 'compute all rows again' %}
  {% set will = 'the next run will compare its plan again' if tablestore_is_not_compared(view)
      else 'later runs will ' ~ later %}
  {% set text = model.name ~ ': ' ~ will ~ ', because ' ~ reasons | join('; ') %}
  {% if policy == 'auto' %}
    {% do log(text, info=true) %}
  {% else %}
    {% do tablestore.warn(text) %}
  {% endif %}
{% endmacro %}
