{# Flink's words for the kinds of changes, with our row kinds. #}
{% macro _change_words() %}
  {{ return({'INSERT': '+I', 'UPDATE_BEFORE': '-U', 'UPDATE_AFTER': '+U', 'DELETE': '-D'}) }}
{% endmacro %}
