{# Notes what has no effect: an ignored option where it was pasted, as `spelling`, and otherwise a problem. #}
{% macro _without_effect(given, spelling, label, reason) %}
  {% if spelling %}
    {% do given.ignored.update({spelling: reason}) %}
  {% else %}
    {% do given.problems.append(label ~ ' has no effect: ' ~ reason ~ '; remove it') %}
  {% endif %}
{% endmacro %}
