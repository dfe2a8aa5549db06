{# Whether a leaf is a value that was not sent, as SQL; none if columns of the type always are. #}
{% macro _is_unavailable_value(leaf, type) %}
  {% set family, texts = tablestore._type_family(type), tablestore._unavailable_texts(type) %}
  {% set numbers = {'integer': 'int', 'float': 'double'}.get(tablestore._type_family(type[6:-1])) %}
  {% if not texts %}
    {{ return(none) }}
  {% elif type | lower == 'variant' %}
    {% set value = 'try_variant_get(' ~ leaf ~ ", '$', 'string')" %}
  {% elif family == 'map' %}
    {% set value = 'try_variant_get(' ~ leaf ~ ", '$." ~ texts[0] ~ "', 'string')" %}
  {% elif family == 'array' and numbers %}
    {% set value = 'array_join(try_variant_get(' ~ leaf ~ ", '$', 'array<" ~ numbers ~ ">'), ',')" %}
  {% elif family == 'array' %}
    {% set value = 'try_variant_get(' ~ leaf ~ ", '$[0]', 'string')" %}
  {% endif %}
  {{ return('coalesce(' ~ tablestore._is_one_of(value or leaf, texts) ~ ', false)') }}
{% endmacro %}
