{# The problems of `keep`, as a list. FLIP-155 has a boolean in its place. #}
{% macro _keep_problems(keep) %}
  {% if keep is boolean %}
    {% set meant = 'first' if keep else 'last' %}
    {{ return(['keep: ' ~ keep ~ ' is not accepted; '
        ~ "FLIP-155's keepFirst=" ~ keep | lower ~ " is keep='" ~ meant ~ "'"]) }}
  {% elif keep not in ['first', 'last'] %}
    {{ return(["keep: '" ~ keep ~ "' is not accepted; write 'first' or 'last'"]) }}
  {% endif %}
  {{ return([]) }}
{% endmacro %}
