{# The keys of the commit that a run makes. #}
{% macro _commit_schema() %}
  {{ return({
    'number': {'type': 'integer', 'meaning': 'its number within its epoch'},
    'rebuild': {'type': 'boolean', 'meaning': 'whether it replaces the table'},
    'starts_changelog': {'type': 'boolean', 'meaning': 'whether the changelog begins with it'},
    'has_history': {'type': 'boolean', 'meaning': 'whether the table of commits exists'},
    'compacts': {'type': 'boolean', 'meaning': 'whether its changes, and those that wait, go into the changelog now'},
    'compacted': {'type': 'integer', 'meaning': 'the last commit whose changes are in the changelog already'},
    'properties': {'type': 'mapping', 'meaning': 'the table properties by which the staged rows, and in the end the table, carry it'},
  }) }}
{% endmacro %}
