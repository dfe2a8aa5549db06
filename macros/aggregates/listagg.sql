{# The values that are not null, joined with a delimiter; with `distinct`, each value once. #}
{% macro _listagg_aggregate(column, settings) %}
  {# a delimiter such as '{acc}' is not a part of the template #}
  {% set delimiter = tablestore.string_literal(settings.get('list_agg_delimiter', ',')) | replace('{', '\\u007b') %}
  {% set joined = 'concat({acc}, ' ~ delimiter ~ ', {value})' %}
  {% if settings.distinct and delimiter == "''" %}
    {# as in Paimon, the joined values are one value: nothing tells them apart #}
    {% set joined = 'if({acc} = {value}, {acc}, concat({acc}, {value}))' %}
  {% elif settings.distinct %}
    {% set pattern = "concat('\\\\Q', " ~ delimiter ~ ", '\\\\E')" %}
    {% set values = 'concat(split({acc}, ' ~ pattern ~ '), split({value}, ' ~ pattern ~ '))' %}
    {% set joined = 'array_join(array_distinct(' ~ values ~ '), ' ~ delimiter ~ ')' %}
  {% endif %}
  {{ return({
    'types': ['a string'],
    'add': 'case when {acc} is null then {value} when {value} is null then {acc} else ' ~ joined ~ ' end',
  }) }}
{% endmacro %}
