{# Whether a leaf is a value that was not sent, as SQL; none if columns of the type always are. #}
{% macro _is_unavailable_value(leaf, type) %}
  {% set family, texts = tablestore._type_family(type), tablestore._unavailable_texts() %}
  {% if family in texts %}
    {{ return(leaf ~ " <=> '" ~ texts[family] ~ "'") }}
  {% elif family == 'array' %}
    {{ return('try_variant_get(' ~ leaf ~ ", '$[0]', 'string') <=> '" ~ texts.string ~ "'") }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}
