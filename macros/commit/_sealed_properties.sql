{#
  The properties of a table with those of its last commit. A rebuild and an adoption set them one by one; every commit
  since then has a property of its own with all of them as JSON, see `_seal_statements`, and the highest number counts.
  So do the start of the changelog, which a trimming moves, and a TTL that begins with the next commit.
#}
{% macro _sealed_properties(stored) %}
  {% set epoch, merged = stored.get('tablestore.epoch'), {} %}
  {% for name, value in stored.items() if not name.startswith(('tablestore.commits.',
      'tablestore.changelog-starts.')) %}
    {% do merged.update({name: value}) %}
  {% endfor %}
  {% if epoch %}
    {% set last = tablestore._highest(stored, tablestore._property_of_commit(epoch)) %}
    {% do merged.update(fromjson(stored[tablestore._property_of_commit(epoch, last)]) if last is not none else {}) %}
    {% set start = tablestore._highest(stored, tablestore._property_of_start(epoch)) or 0 %}
    {% do merged.update({'tablestore.changelog-start': [start,
        merged.get('tablestore.changelog-start', 0) | int] | max}) %}
    {% set since = (merged.get('tablestore.next-state-since') or '0 ').split(' ', 1) %}
    {% if since[0] | int > merged.get('tablestore.commit', 0) | int %}
      {% do merged.update({'tablestore.state-since': since[1]}) %}
    {% endif %}
  {% endif %}
  {{ return(merged) }}
{% endmacro %}

{# The highest number that ends the name of a property with this beginning; none if there is none. #}
{% macro _highest(properties, beginning) %}
  {% set numbers = [] %}
  {% for name in properties if name.startswith(beginning) %}
    {% do numbers.append(name[beginning | length:] | int) %}
  {% endfor %}
  {{ return(numbers | max if numbers else none) }}
{% endmacro %}
