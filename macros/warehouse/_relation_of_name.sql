{# The relation with this full name, in which parts can be quoted. #}
{% macro _relation_of_name(name) %}
  {% set parts = modules.re.findall('`[^`]+`|[^.`]+', name) | map('replace', '`', '') | list %}
  {{ return(api.Relation.create(database=parts[-3] if parts | length > 2 else none, schema=parts[-2],
      identifier=parts[-1])) }}
{% endmacro %}
