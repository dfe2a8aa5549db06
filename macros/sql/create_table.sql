{# A staging table of the plan's format. #}
{% macro create_staging_table(plan, table, query, properties={}) %}
create table {{ table }}
using {{ tablestore.formats()[plan.format].using }}
{%- if properties %}
tblproperties ({{ tablestore._properties(properties) }})
{%- endif %}
as
{{ query | trim }}
{% endmacro %}

{# The keyed table itself, made or replaced with its rows; `properties` are the commit's. #}
{% macro create_table(plan, query, properties) %}
{% set format = tablestore.formats()[plan.format] %}
create or replace table {{ plan.table }}
using {{ format.using }}
{{- tablestore._layout(plan.layout) }}
tblproperties ({{ tablestore._properties(format.properties, plan.layout.properties, properties) }})
as
{{ query | trim }}
{% endmacro %}

{# The clauses dbt-spark users know: partitioned by, clustered by, location, comment. #}
{% macro _layout(layout) %}
  {% set clauses = [] %}
  {% if layout.partition_by %}
    {% do clauses.append('partitioned by (' ~ layout.partition_by | join(', ') ~ ')') %}
  {% endif %}
  {% if layout.clustered_by %}
    {% do clauses.append('clustered by (' ~ tablestore._as_list(layout.clustered_by) | join(', ') ~ ')'
        ~ (' into ' ~ layout.buckets ~ ' buckets' if layout.buckets else '')) %}
  {% endif %}
  {% if layout.location %}
    {% do clauses.append("location '" ~ layout.location ~ "'") %}
  {% endif %}
  {% if layout.comment %}
    {% do clauses.append('comment ' ~ tablestore._literal(layout.comment)) %}
  {% endif %}
  {{ return('\n' ~ clauses | join('\n') if clauses else '') }}
{% endmacro %}

{# Table properties as SQL; a later mapping wins over an earlier one. #}
{% macro _properties() %}
  {% set merged = {} %}
  {% for mapping in varargs %}
    {% do merged.update(mapping) %}
  {% endfor %}
  {% set pairs = [] %}
  {% for name, value in merged.items() %}
    {% do pairs.append("'" ~ name ~ "' = " ~ tablestore._literal(value)) %}
  {% endfor %}
  {{ return(pairs | join(', ')) }}
{% endmacro %}

{# Text as a Spark string literal. #}
{% macro _literal(text) %}
  {{ return("'" ~ text | string | replace('\\', '\\\\') | replace("'", "\\'") | replace('\n', '\\n') ~ "'") }}
{% endmacro %}
