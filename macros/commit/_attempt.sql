{#
  Runs statements that maintain the tables of a sealed commit, and returns those that ran. Nothing depends on them, so an error,
  for example because another program maintains the table too, is a warning, and the next run tries again. Settings of the session
  are reset also then.
#}
{% macro _attempt(plan, statements) %}
  {% set ran = [] %}
  {% for sql in statements %}
    {% set problem = tablestore._tried(sql) %}
    {% if problem %}
      {% do exceptions.warn(plan.model ~ ': the commit is complete, but its tables were not maintained: ' ~ problem) %}
      {% for reset in statements[loop.index:] if reset.startswith('reset ') and reset[6:] in ran | join(' ') %}
        {% do tablestore._tried(reset) %}
      {% endfor %}
      {{ return(ran) }}
    {% endif %}
    {% do ran.append(sql) %}
  {% endfor %}
  {{ return(ran) }}
{% endmacro %}
