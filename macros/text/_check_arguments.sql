{#
  Refuses a wrong call of an operation with one sentence per argument and a call to copy.

    example   the arguments of a call, as `--args` takes them
    needed    the arguments without a default -> what was given
    optional  the other ones
    flags     the ones that are true or false
    unknown   what was given under other names: the macro's `kwargs`
    wrong     the problems of values that were given
#}
{% macro _check_arguments(operation, example, needed={}, optional={}, flags={}, unknown={}, wrong=[]) %}
  {% set problems, names = [], needed.keys() | list + optional.keys() | list + flags.keys() | list %}
  {% for name in unknown %}
    {% do problems.append("'" ~ name ~ "' is not an argument; accepted are " ~ names | join(', ')) %}
  {% endfor %}
  {% for name, value in needed.items() if value is none or value is undefined or value in ['', [], {}] %}
    {% do problems.append("'" ~ name ~ "' is missing") %}
  {% endfor %}
  {% do problems.extend(tablestore._flag_problems(flags) + wrong) %}
  {% if problems %}
    {% do problems.append('write dbt run-operation ' ~ operation ~ " --args '" ~ example ~ "'") %}
  {% endif %}
  {% do tablestore.fail(operation, problems) %}
{% endmacro %}
