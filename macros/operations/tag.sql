{#
  dbt run-operation tag --args '{model: orders, tag: month_end}'

  Gives a name to the last commit in the changelog of a keyed table, or to another one. With `delete`, removes the name.
#}
{% macro tag(model=none, tag=none, commit=none, delete=false) %}
  {% do tablestore._check_arguments('tag', '{model: orders, tag: month_end}', needed={'model': model, 'tag': tag},
      optional={'commit': commit}, flags={'delete': delete}, unknown=kwargs) %}
  {% set node = tablestore._model_named('tag', model) %}
  {% set relation = tablestore._model_relation(node) %}
  {% do tablestore._adapter_lock(relation) %}
  {% set last = tablestore.last_commit(relation, load_relation(relation)) %}
  {% set tags = tablestore._tags(last.properties) %}
  {% do tablestore.fail('tag', tablestore._tag_problems(model, tag, commit, delete, last, tags)
      if tablestore.is_keyed(node) else ["model '" ~ model
      ~ "' is not a keyed model; only commits of models with a primary_key have tags"]) %}
  {% set property = 'tablestore.tag.' ~ tag %}
  {% if delete %}
    {# as `_property_list` has written it, and an earlier release #}
    {% set names = [] %}
    {% for name in last.properties if fromjson('"' ~ name ~ '"', '') == property %}
      {% do names.append(tablestore.string_literal(name)) %}
    {% endfor %}
    {% do tablestore._run([{'step': 'alter', 'sql': 'alter table ' ~ relation ~ ' unset tblproperties ('
        ~ names | join(', ') ~ ')'}]) %}
    {% do print(model ~ ': tag ' ~ tag ~ ' of commit ' ~ tags[tag].commit ~ ' deleted') %}
  {% else %}
    {% set number = tablestore._last_in_changelog(last) if commit is none else commit %}
    {% set value = tojson({'epoch': last.epoch, 'commit': number}, sort_keys=true) %}
    {% do tablestore._run([tablestore._property_statement({'table': relation}, {property: value}, 'alter')]) %}
    {% do print(model ~ ': commit ' ~ number ~ ' has the tag ' ~ tag) %}
  {% endif %}
{% endmacro %}

{# Why a tag cannot be made or deleted. #}
{% macro _tag_problems(model, tag, commit, delete, last, tags) %}
  {% set problems, known = [], tags.get(tag) if tag is string else none %}
  {% if not last.epoch %}
    {{ return(["model '" ~ model ~ "' has no keyed table: dbt run --select " ~ model]) }}
  {% elif tag is not string %}
    {# a date, a number such as 2024_01 or 1.0, or on: their texts are not always what was written #}
    {{ return(["'tag' is " ~ tag ~ ', which YAML does not read as a text: write the name in double quotes, {model: '
        ~ model ~ ', tag: "..."}']) }}
  {% elif not tablestore._is_tag_name(tag) %}
    {{ return(["'tag' is '" ~ tag ~ "'; write a name of letters, digits, '_', '-' and '.', which is not a number"]) }}
  {% elif delete and not known %}
    {{ return(["model '" ~ model ~ "' has no tag '" ~ tag ~ "'" ~ tablestore._near_names(tag, tags.keys() | list)]) }}
  {% elif known and not delete and known.epoch == last.epoch %}
    {% do problems.append("tag '" ~ tag ~ "' is commit " ~ known.commit ~ ' already: delete it first, '
        ~ '{model: ' ~ model ~ ', tag: ' ~ tojson(tag) ~ ', delete: true}') %}
  {% endif %}
  {% if last.producer == 'none' and not delete %}
    {% do problems.append("model '" ~ model
        ~ "' writes no changelog, so no scan can read a commit: set changelog_producer") %}
  {% elif commit is not none and (commit is not integer or commit < 1 or commit < last.changelog_start
      or commit > tablestore._last_in_changelog(last)) %}
    {% do problems.append("'commit' is '" ~ commit ~ "'; the changelog has commits "
        ~ [last.changelog_start, 1] | max ~ ' to ' ~ tablestore._last_in_changelog(last)) %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
