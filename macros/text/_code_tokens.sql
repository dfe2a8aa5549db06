{# What a pattern finds in SQL outside of comments, which can be in each other, of literals and of quoted names. #}
{% macro _code_tokens(text, pattern) %}
  {% set begin = '/\\*(?!\\+)' %}
  {% set inside, outside = modules.re.compile(begin ~ '|\\*/'), modules.re.compile(
      '(' ~ pattern ~ ')|' ~ begin ~ '|' ~ tablestore._opaque_text(), modules.re.DOTALL) %}
  {% set found, at = [], namespace(depth=0, end=0) %}
  {% for _ in text %}
    {% set token = (inside if at.depth else outside).search(text, at.end) %}
    {% if not token %}{% break %}{% endif %}
    {% set at.end = token.end() %}
    {% if token[0] in ['/*', '*/'] %}
      {% set at.depth = at.depth + (1 if token[0] == '/*' else -1) %}
    {% elif token[1] %}
      {% do found.append(token) %}
    {% endif %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
