{# Why a row cannot be merged, or null. #}
{% macro _refusal(plan, engine) %}
  {% set branches, shown = [], plan.shown ~ ' and ' if plan.shown else '' %}
  {% set not_null, null_after = plan.not_null_columns | list, {} %}
  {% for column in plan.required_columns if column.name | lower not in not_null %}
    {% do not_null.append(column.name | lower) %}
    {% do null_after.update({column.name | lower: column.null_after}) %}
  {% endfor %}
  {% set from = plan.versions.added.dbt_valid_from if plan.versions else none %}
  {% do branches.append('when new.' ~ from.quoted ~ ' is null then '
      ~ tablestore.string_literal(tablestore._time_is_missing(plan.versions))) if from %}
  {% do branches.append(tablestore._refusal_after_the_end(plan.versions)) if from and plan.versions.open_until %}
  {% for column in plan.key_columns if column != from and (not plan.keeps_null_keys
      or column.lower_name in not_null) %}
    {% do branches.append('when ' ~ shown ~ 'new.' ~ column.quoted ~ ' is null then '
        ~ tablestore.string_literal('key column ' ~ column.name ~ ' is null')) %}
  {% endfor %}
  {% if plan.kind_column %}
    {% do branches.append('when new._unknown_kind is not null then '
        ~ "concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')") %}
  {% endif %}
  {% for refusal in engine.refusals %}
    {% do branches.append('when ' ~ refusal.when ~ ' then ' ~ refusal.message) %}
  {% endfor %}
  {# a decided commit must not fail when it is written, so the contract is checked here and not by the table #}
  {% for column in plan.value_columns if column.lower_name in not_null %}
    {% set alter = null_after[column.lower_name] %}
    {% set stays = ('' if alter else shown) ~ ('not (' ~ engine.late ~ ') and ' if engine.late else '')
        ~ ('not (' ~ engine.removed ~ ') and ' if engine.removed else '') %}
    {% do branches.append('when ' ~ stays ~ engine.combine[column.name] ~ ' is null then '
        ~ tablestore.string_literal('column ' ~ column.name ~ ' is null, but '
            ~ ('its table takes no null there, unlike the model: ' ~ alter if alter
            else 'its contract says not_null'))) %}
  {% endfor %}
  {{ return(tablestore._wrapped_case(branches) if branches else 'cast(null as string)') }}
{% endmacro %}

{# That an event is not before the end of open versions: its version would be open, and end before it begins. #}
{% macro _refusal_after_the_end(versions) %}
  {% set end, added = tablestore._open_until(versions), versions.added %}
  {{ return('when new.' ~ added.dbt_valid_from.quoted ~ ' >= ' ~ end ~ ' or new.' ~ added.dbt_valid_to.quoted ~ ' > '
      ~ end ~ ' then ' ~ tablestore.string_literal('the time of an event is not before dbt_valid_to_current ('
      ~ versions.open_until ~ '), until which versions are valid that are open: leave such rows out, or write a later'
      ~ ' end')) }}
{% endmacro %}

{# That an event has no time. #}
{% macro _time_is_missing(versions) %}
  {% set times = [] %}
  {% for group in versions.groups %}
    {% do times.append(group.sequence[0].name) %}
  {% endfor %}
  {{ return(('no sequence group of the row has a time (' ~ times | join(', ') ~ '), or one has another field without it'
      if times else 'sequence field ' ~ versions.at.name ~ ' is null')
      ~ ', so it is not known from when the row is valid') }}
{% endmacro %}
