{# Until when an open version is valid. #}
{% macro _open_until(versions) %}
  {{ return('cast(' ~ (versions.open_until or 'null') ~ ' as ' ~ versions.at.type ~ ')') }}
{% endmacro %}
