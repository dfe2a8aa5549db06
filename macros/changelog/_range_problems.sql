{# Why the changes after one commit and up to another cannot be read. #}
{% macro _range_problems(upstream, after, until, reader=none) %}
  {% set problems = [] %}
  {% set rebuild = "read the table as it is: scan='latest-full'" %}
  {% if reader %}
    {% set rebuild = tablestore.rebuild_command(reader.name, with_readers=false) %}
  {% endif %}
  {% if after < upstream.start %}
    {% do problems.append('its changelog begins after commit ' ~ upstream.start
        ~ ', and the changes after commit ' ~ after ~ ' are needed; ' ~ rebuild) %}
  {% endif %}
  {% if until > upstream.until or after > upstream.until %}
    {% do problems.append('it has commits up to ' ~ upstream.until ~ ', and commit ' ~ [after, until] | max
        ~ ' is needed' ~ ('; was it restored from a copy? ' ~ rebuild if reader else '')) %}
  {% endif %}
  {# snapshots that were rolled back, or have expired between others #}
  {% for commit in [after, until] | unique
      if upstream.snapshot_ids and not problems and commit not in upstream.snapshot_ids %}
    {% do problems.append('it has no snapshot of ' ~ commit
        ~ ' (milliseconds) any more, and its changes from there are not known; ' ~ rebuild) %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
