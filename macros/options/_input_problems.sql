{# Why a model whose SELECT is the whole table cannot be built; `query` has the columns of the SELECT. #}
{% macro _input_problems(settings, query) %}
  {% set options, problems = settings.options, [] %}
  {% if options.merge_engine != 'deduplicate' %}
    {% do problems.append("merge_engine '" ~ options.merge_engine ~ "' combines a row with the stored one, but with"
        ~ " input='full' the SELECT has all rows as they are: remove one of the two") %}
  {% endif %}
  {% if options.changelog_producer == 'input' %}
    {% do problems.append("changelog_producer 'input' would write all rows of the SELECT in every run: with"
        ~ " input='full', accepted are none, lookup, full-compaction") %}
  {% endif %}
  {% for name in ['rowkind_field', 'ignore_delete', 'ignore_update_before'] if options[name] %}
    {% do problems.append("'" ~ name ~ "' has no effect with input='full', whose SELECT has rows and no changes:"
        ~ " remove one of the two") %}
  {% endfor %}
  {% for name in ['_row_kind', '_commit'] if name in query | map(attribute='lower_name') | list %}
    {% do problems.append("the SELECT has the column '" ~ name ~ "', so it has changes, but with input='full' it has"
        ~ " to have all rows of the table: remove input='full', or leave the column out") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
