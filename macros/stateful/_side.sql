{#
  The rows of an input as its operator reads them. Below an operator of a view are projections and filters, which pass
  on one column, `_w`: so the version of a row and its primary key are fields of it.

    version  the column of `rows` with their version; none for rows of one version
#}
{% macro _side_rows(input, rows, version=none) %}
  {% if not input.query %}
    {{ return(rows) }}
  {% endif %}
  {% set fields = [(version or '0') ~ ' as v'] %}
  {% for key in input.primary_key %}
    {% do fields.append(key ~ ' as k' ~ loop.index) %}
  {% endfor %}
  {{ return('(with ' ~ input.name ~ '_given as (select *, struct(' ~ fields | join(', ') ~ ') as _w from ' ~ rows
      ~ ') ' ~ input.query ~ ')') }}
{% endmacro %}

{# The columns of these rows with their version, and with the primary key of the table. #}
{% macro _side_columns(input) %}
  {% if not input.query %}
    {{ return({'version': '_version', 'primary_key': input.primary_key}) }}
  {% endif %}
  {% set keys = [] %}
  {% for key in input.primary_key %}
    {% do keys.append('_w.k' ~ loop.index) %}
  {% endfor %}
  {{ return({'version': '_w.v', 'primary_key': keys}) }}
{% endmacro %}
