{#
  A column name as Spark quotes it. A name that a user has written in backticks stays as it is; with `exact`, it is
  quoted too. Statements are laid out in lines, so a name cannot contain a line break.
#}
{% macro _quote(name, exact=false) %}
  {% if modules.re.search('[\x00-\x1f\x7f\x85\u2028\u2029]', name | string) %}
    {% do tablestore.fail('the name ' ~ tojson(name | string),
        ['it contains a line break or another control character: give the column another name']) %}
  {% endif %}
  {% if modules.re.search('\\$\\{\\S+?\\}', name | string) %}
    {% do tablestore.fail('the name ' ~ tojson(name | string),
        ['it contains ${...}, which Spark replaces by a setting in every statement: give the column another name']) %}
  {% endif %}
  {% if not exact and modules.re.match('`([^`]|``)+`\\Z', name | string) %}
    {{ return(name | string) }}
  {% endif %}
  {{ return('`' ~ (name | string) | replace('`', '``') ~ '`') }}
{% endmacro %}

{# Names as a list of quoted names. #}
{% macro _quoted(names) %}
  {% set quoted = [] %}
  {% for name in tablestore._as_list(names) %}
    {% do quoted.append(tablestore._quote(name)) %}
  {% endfor %}
  {{ return(quoted) }}
{% endmacro %}

{# A name without the backticks in which a user has written it. #}
{% macro _unquoted(name) %}
  {% set name = name.strip() %}
  {{ return(name[1:-1] | replace('``', '`') if modules.re.match('`([^`]|``)+`\\Z', name) else name) }}
{% endmacro %}
