{#
  What is known of the numbers of a column or of its elements: the unit of a time, the digits after the point of a
  decimal in bytes, how decimals are written, whether they have a text of their own, see `_connect_type`, and whether
  the column has this text, each none if it is not known; and what to write then.
#}
{% macro _column_facts(name, type, sample, options) %}
  {% set element = type[6:-1] if tablestore._type_family(type) == 'array' else type %}
  {% set family, known = tablestore._type_family(element), sample.facts.get(name, {}) %}
  {% set units = options.timestamp_unit %}
  {% set unit = units.get(name) if units is mapping else units %}
  {% set facts = {'unit': unit or known.get('unit'), 'scale': known.get('scale'), 'text': known.get('text'),
      'as_text': known.get('as_text'), 'bytes': none,
      'mode': options.decimal_handling_mode or ('precise' if 'scale' in known
          or known.get('text') == 'decimal' else none), 'advice': '',
      'is_text': name in sample.texts} %}
  {% if family == 'timestamp' and not facts.unit %}
    {% do facts.update(advice="; if it is a number, write its unit: timestamp_unit='micros'") %}
  {% elif family == 'decimal' and not facts.mode %}
    {% do facts.update(advice="; write the decimal.handling.mode of the source: decimal_handling_mode='precise' or "
        ~ "'string'") %}
  {% endif %}
  {{ return(facts) }}
{% endmacro %}
