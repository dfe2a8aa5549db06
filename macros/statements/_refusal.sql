{# Why the row cannot be merged, or null. A row with a null key has no place in a keyed table. #}
{% macro _refusal(plan, engine) %}
  {% set cases = [] %}
  {% for column in plan.key_columns %}
    {% do cases.append("when new." ~ column.quoted ~ " is null then 'key column " ~ column.name ~ " is null'") %}
  {% endfor %}
  {% if plan.kind_column %}
    {% do cases.append("when new._bad_kind is not null then concat('row kind ', new._bad_kind, ' is none of +I, -U, +U, -D')") %}
  {% endif %}
  {% for refusal in engine.refusals %}
    {% do cases.append('when ' ~ refusal.when ~ ' then ' ~ refusal.message) %}
  {% endfor %}
  {# a decided commit must not fail for good when it is applied, so the contract is kept here and not by the table #}
  {% for column in plan.value_columns if column.key in plan.not_null_columns %}
    {% do cases.append('when not (' ~ engine.removed ~ ') and (' ~ engine.combine[column.name] ~ ") is null then 'column "
        ~ column.name ~ " is null, and its contract says not_null'") %}
  {% endfor %}
  {{ return('case ' ~ cases | join(' ') ~ ' end') }}
{% endmacro %}
