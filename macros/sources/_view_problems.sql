{# The problem of a view that reads things once each: nothing would record which of them it has read. #}
{% macro _view_problems(things) %}
  {{ return(['a view is read later than it is compiled and does not record which ' ~ things ~ ' it has read: read them '
      ~ 'in a keyed model, and that model in the view'] if tablestore._is_compiled_as(['view', 'materialized_view'])
      else []) }}
{% endmacro %}
