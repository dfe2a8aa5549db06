{#
  How the tables of a model are maintained: {compact_every, keep_history} with a number of commits and milliseconds;
  none if they are not. A key that the config does not have is that of the profile.
#}
{% macro _read_maintenance(value, problems) %}
  {% set seven_days, on = 604800000, namespace(maintained=true) %}
  {% set settings = {'compact_every': 20, 'keep_history': seven_days} %}
  {% set places = {'maintenance in profiles.yml': target.get('maintenance'), 'maintenance': value} %}
  {% for label, given in places.items() if given is not none %}
    {% if given is mapping %}
      {% for key in given if key not in settings %}
        {% do problems.append("'" ~ label ~ "' has the key '" ~ key ~ "'; accepted are " ~ settings | join(', ')
            ~ tablestore._near_names(key, settings | list)) %}
      {% endfor %}
      {% do settings.update(given) %}
    {% elif given is not boolean %}
      {% do problems.append("'" ~ label ~ "' is '" ~ given
          ~ "'; write a mapping such as {compact_every: 20, keep_history: '7 d'}, or false") %}
    {% endif %}
    {% set on.maintained = given is not sameas false %}
  {% endfor %}
  {% if settings == {'compact_every': 20, 'keep_history': seven_days} %}
    {{ return(settings if on.maintained else none) }}
  {% endif %}
  {% set commits = tablestore._read_value('maintenance.compact_every', {'type': 'count'}, settings.compact_every,
      problems) %}
  {% set milliseconds = tablestore._read_milliseconds('maintenance.keep_history', settings.keep_history, problems) %}
  {{ return({'compact_every': commits, 'keep_history': milliseconds} if on.maintained else none) }}
{% endmacro %}

{#
  A value converted to the type of its option; a value that cannot be converted is added to `problems`. Every type
  accepts text, as in a WITH clause.
#}
{% macro _read_value(label, option, value, problems) %}
  {% set text = value | string | trim | lower %}
  {% if option.type == 'boolean' %}
    {% if text not in ['true', 'false'] %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; write true or false") %}
    {% endif %}
    {{ return(text == 'true') }}
  {% elif option.type in ['enum', 'version'] %}
    {% if text not in option['values'] %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; accepted are " ~ option['values'] | join(', ')
          ~ tablestore._near_names(text, option['values'])) %}
    {% endif %}
    {{ return(text) }}
  {% elif option.type == 'count' %}
    {% if not modules.re.match('[1-9][0-9]*$', text) %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; it must be a positive integer") %}
    {% endif %}
    {{ return(text | int) }}
  {% elif option.type == 'duration' %}
    {{ return(tablestore._read_duration(label, option, value, problems)) }}
  {% elif option.type == 'ttl' %}
    {{ return(tablestore._read_ttl(label, value, problems)) }}
  {% elif option.type == 'columns' %}
    {% if value is string %}
      {{ return(value.split(',') | map('trim') | list) }}
    {% elif value is mapping or value is not iterable %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; write a column name or a list of column names") %}
      {{ return([]) }}
    {% endif %}
    {{ return(value | map('string') | list) }}
  {% elif option.type in ['tracked', 'names'] %}
    {{ return(tablestore._read_versions(label, option.type, value, problems)) }}
  {% elif option.type == 'text' %}
    {% if value is not string %}
      {% do problems.append("'" ~ label ~ "' is '" ~ value ~ "'; write a string") %}
    {% endif %}
    {{ return(value | string) }}
  {% endif %}
  {{ return(value | string | trim) }}
{% endmacro %}

{#
  A duration as a Spark interval literal; a value that is not one, or 0 where that has no meaning, is added to
  `problems`.
#}
{% macro _read_duration(label, option, value, problems) %}
  {% set milliseconds = tablestore._read_milliseconds(label, value, problems) %}
  {% if milliseconds == 0 and option.positive %}
    {% do problems.append("'" ~ label ~ "' is '" ~ value
        ~ "'; write a duration longer than 0, or full_compaction_delta_commits=1 to write the changes of every"
            ~ " commit") %}
  {% endif %}
  {{ return(none if milliseconds is none else tablestore._interval_literal(milliseconds ~ ' ms')) }}
{% endmacro %}

{# The milliseconds of a duration. All options take the same ones; another value is added to `problems`. #}
{% macro _read_milliseconds(label, value, problems) %}
  {% set milliseconds = tablestore._duration_ms(value) %}
  {% do problems.append(tablestore._duration_problem("'" ~ label ~ "'", value)) if milliseconds is none %}
  {{ return(milliseconds) }}
{% endmacro %}

{# A TTL in milliseconds; a value that is not a TTL is added to `problems`. #}
{% macro _read_ttl(label, value, problems) %}
  {% set ttl = tablestore._duration_ms(value) %}
  {% if ttl is none %}
    {% do problems.append(tablestore._duration_problem("'" ~ label ~ "'", value) ~ "; '0 s' means never") %}
  {% endif %}
  {{ return(ttl) }}
{% endmacro %}

{#
  Options of a history of versions whose values are mappings: `track_history`, as {only} or {except} with names in lower
  case, and `snapshot_meta_column_names`. What is not of that form is added to `problems`.
#}
{% macro _read_versions(label, type, value, problems) %}
  {% if type == 'names' %}
    {{ return(tablestore._read_meta_names(label, value, problems)) }}
  {% endif %}
  {% set excepts = value is mapping and value | list == ['except'] %}
  {% if (value is mapping and not excepts) or value is boolean or value is number %}
    {% do problems.append("'" ~ label ~ "' is '" ~ value
        ~ "'; write a list of column names, or {'except': [...]} for all columns but those") %}
    {{ return(none) }}
  {% endif %}
  {% set columns = tablestore._read_value(label, {'type': 'columns'}, value['except'] if excepts else value,
      problems) | map('lower') | list %}
  {{ return({'except' if excepts else 'only': columns}) }}
{% endmacro %}

{# The names that a model gives to the columns of versions; those that it does not name have dbt's. #}
{% macro _read_meta_names(label, value, problems) %}
  {% set known = tablestore._dbt_version_columns() %}
  {% if value is not mapping %}
    {% do problems.append("'" ~ label ~ "' is '" ~ value
        ~ "'; write a mapping such as {'dbt_valid_from': 'valid_from', 'dbt_valid_to': 'valid_to'}") %}
    {{ return({}) }}
  {% endif %}
  {% for name in value if name not in known %}
    {% do problems.append("'" ~ label ~ "' has the key '" ~ name ~ "'; accepted are " ~ known | join(', ')
        ~ tablestore._near_names(name, known)) %}
  {% endfor %}
  {% for name, given in value.items() if given is not string %}
    {% do problems.append("'" ~ label ~ "' gives " ~ name ~ " the name " ~ given ~ ', which is not text') %}
  {% endfor %}
  {{ return(value if value.values() | reject('string') | list == [] else {}) }}
{% endmacro %}
