{#
  How the tables of a model are maintained: {compact_every, keep_history} with a number of commits and milliseconds; none if
  they are not. A key that the config does not have is that of the profile.
#}
{% macro _read_maintenance(value, problems) %}
  {% set settings, on = {'compact_every': 20, 'keep_history': '7 d'}, namespace(maintained=true) %}
  {% for label, given in {'maintenance in profiles.yml': target.get('maintenance'), 'maintenance': value}.items() if given is not none %}
    {% if given is mapping %}
      {% for key in given if key not in settings %}
        {% do problems.append("'" ~ label ~ "' has the key '" ~ key ~ "'; accepted are " ~ settings | join(', ') ~ tablestore._near_names(key, settings | list)) %}
      {% endfor %}
      {% do settings.update(given) %}
    {% elif given is not boolean %}
      {% do problems.append("'" ~ label ~ "' is '" ~ given ~ "'; write a mapping such as {compact_every: 20, keep_history: '7 d'}, or false") %}
    {% endif %}
    {% set on.maintained = given is not sameas false %}
  {% endfor %}
  {% set commits = tablestore._read_value('maintenance.compact_every', {'type': 'count'}, settings.compact_every, problems) %}
  {% set milliseconds = tablestore._read_milliseconds('maintenance.keep_history', settings.keep_history, problems) %}
  {{ return({'compact_every': commits, 'keep_history': milliseconds} if on.maintained else none) }}
{% endmacro %}
