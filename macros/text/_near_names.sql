{# ", did you mean 'a' or 'b'?" for the names that share most of their letter pairs with the given one, or begin with it; else ''. #}
{% macro _near_names(name, names) %}
  {% set given = tablestore._letter_pairs(name) %}
  {% set near = [] %}
  {% for candidate in names %}
    {% set pairs = tablestore._letter_pairs(candidate) %}
    {% set shared = pairs | select('in', given) | list | length %}
    {% if given and pairs and (2 * shared / (given | length + pairs | length) >= 0.6 or tablestore._begins(candidate, name)) %}
      {% do near.append("'" ~ candidate ~ "'") %}
    {% endif %}
  {% endfor %}
  {{ return(', did you mean ' ~ near | join(' or ') ~ '?' if near else '') }}
{% endmacro %}

{% macro _letter_pairs(name) %}
  {% set text = name | lower | replace('-', '') | replace('_', '') | replace('.', '') %}
  {% set pairs = [] %}
  {% for i in range((text | length) - 1) %}
    {% if text[i:i + 2] not in pairs %}
      {% do pairs.append(text[i:i + 2]) %}
    {% endif %}
  {% endfor %}
  {{ return(pairs) }}
{% endmacro %}

{# Whether a name is the beginning of another, of at least three letters: 'dedup' of 'deduplicate'. #}
{% macro _begins(name, beginning) %}
  {{ return(beginning | string | length > 2 and (name | lower).startswith(beginning | string | lower)) }}
{% endmacro %}
