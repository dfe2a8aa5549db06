{#
  The value of a column, as SQL, null if it does not fit; and the check of that in `checks`, as a condition and what the
  message has then. A value that was not sent is null where the one before it is found, see `_with_kept_values`.

    row   what the conditions call the values: 'v.' or nothing
#}
{% macro _sent_value(name, type, leaf, decoder, facts, options, unsent, checks, row='') %}
  {% set value = tablestore._value_of_leaf(leaf, type, decoder.numbers, facts, options) %}
  {% set unavailable = tablestore._is_unavailable_value(leaf, type) if decoder.numbers else none %}
  {% if unavailable and name not in unsent %}
    {% do checks.append([unavailable, 'no value of column ' ~ name ~ ', which its update did not change: '
        ~ ('it came while the model was compiled; run it again' if options.primary_key
            else 'read the stream in a model that stores its rows, and the value is kept' if options.is_aggregated
            else 'give the model a primary_key, and the value is kept')]) %}
  {% endif %}
  {% if facts.as_text or (tablestore._type_family(type) not in ['string', 'boolean'] and type | lower != 'variant') %}
    {% set missing = tablestore._is_sent(leaf, tablestore._leaf_type(type)) %}
    {% set missing = missing ~ (' and not ' ~ unavailable if unavailable else '') %}
    {% do checks.append([row ~ tablestore._quote(name, exact=true) ~ ' is null and ' ~ missing,
        'a number in column ' ~ name ~ ' that Spark would round, because it has more than 38 digits or an exponent: '
        ~ 'let the converter write decimals as decimal.format=BASE64' if facts.as_text
        else 'a value in column ' ~ name ~ ' that is not of type ' ~ type ~ facts.advice]) %}
  {% endif %}
  {{ return('if(' ~ unavailable ~ ', null, ' ~ value ~ ')' if unavailable else value) }}
{% endmacro %}
