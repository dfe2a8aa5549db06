{#
  The inputs of an operator, see `operator_input`. A keyed model has an `after` from its second run on. A table, a view,
  a unit test and a model whose inputs do not exist yet have none.
#}
{% macro _read_inputs(given, consumer, subject) %}
  {% set inputs, unavailable = [], [] %}
  {% for input in given if tablestore._is_unavailable(input.relation) %}
    {% do unavailable.append(input.name) %}
  {% endfor %}
  {# a unit test has no reader: all its inputs are given rows, and dbt's graph is empty #}
  {% set reader = tablestore._reader(consumer, subject) if unavailable | length < given | length else none %}
  {% for input in given %}
    {% if input.name in unavailable %}
      {% set read = {'rows': input.relation} %}
    {% else %}
      {% set read = tablestore._read_input(input, reader, subject) %}
    {% endif %}
    {% do inputs.append(tablestore.operator_input(dict(input, **read))) %}
  {% endfor %}
  {{ return(inputs) }}
{% endmacro %}

{# What is read of an input; its rows as they are if it cannot be read, see `_cannot_read`. #}
{% macro _read_input(input, reader, subject) %}
  {% set upstream = tablestore.upstream_of(input.relation, subject, reader.name if reader else none) %}
  {% if upstream is none or tablestore._cannot_read(subject, tablestore._key_problems(input, upstream)) %}
    {{ return({'rows': input.relation}) }}
  {% endif %}
  {% set upstream = upstream if upstream.primary_key else dict(upstream, primary_key=input.operator_key) %}
  {% set after = tablestore._read_position(upstream, reader) if upstream.limit is none else none %}
  {% set columns = tablestore.upstream_columns(upstream) %}
  {% set problems = tablestore._range_problems(upstream, after, upstream.until, reader) if after is not none else [] %}
  {% do problems.extend(tablestore._unknown_key_columns(input, columns.all)) if not problems %}
  {% if upstream.expires and not upstream.complete and not problems %}
    {% do problems.append(tablestore._short_changelog(dict(input, upstream=upstream),
        'its rows expire, and only its changes show which rows an operator still has')) %}
  {% endif %}
  {% if tablestore._cannot_read(subject, problems) %}
    {{ return({'rows': input.relation}) }}
  {% endif %}
  {{ return({
    'rows': tablestore._changelog_rows(upstream, columns) if upstream.expires else tablestore._snapshot_rows(upstream),
    'columns': columns.all, 'primary_key': columns.primary_key,
    'upstream': upstream, 'after': after, 'annotation': tablestore._read_annotation(upstream, reader, after),
  }) }}
{% endmacro %}

{# Why an operator cannot tell by the changes of an input which of its rows they replace. #}
{% macro _key_problems(input, upstream) %}
  {% set key = input.operator_key %}
  {% if upstream.no_before and not (input.normalized and not upstream.primary_key) %}
    {% set remedy = "Set changelog_producer='lookup' there" if upstream.primary_key
        else 'Read it through a keyed model of its own, whose SELECT is tablestore.changelog_normalize('
        ~ input.relation.identifier ~ ", key='...')" %}
    {{ return([upstream.table ~ ': ' ~ upstream.no_before
        ~ '; an operator needs the rows before each change. ' ~ remedy]) }}
  {% elif upstream.primary_key and input.normalized
      and key | map('lower') | sort | list != upstream.primary_key | map('lower') | sort | list %}
    {{ return(['key: the changes of ' ~ upstream.table
        ~ ' are recorded by its primary key: write ' ~ upstream.primary_key]) }}
  {% endif %}
  {{ return([]) }}
{% endmacro %}

{# Columns of the operator key that the input does not have. #}
{% macro _unknown_key_columns(input, columns) %}
  {% set problems, known = [], columns | map('lower') | list %}
  {% for column in input.operator_key if tablestore._quote(column) | lower not in known %}
    {% do problems.append(input.argument ~ ": '" ~ column ~ "' is not a column of " ~ input.relation
        ~ tablestore._near_names(column, columns | map('replace', '`', '') | list)) %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{#
  The rows of a table whose rows expire, as its changelog has them: an expired row stays until its key is written again,
  because no change removes it. The changelog must have all changes since the first commit.

    columns  the columns and the primary key of the table, see `upstream_columns`
#}
{% macro _changelog_rows(upstream, columns) %}
{# a view shows the table as it is when it is queried #}
{% set log = upstream.log if tablestore._is_compiling_view()
    else '(select * from ' ~ upstream.log ~ ' where _commit <= ' ~ upstream.until ~ ')' %}
(
  select {{ tablestore._wrapped_fields('_last', columns.all) }}
  from (
    {{ tablestore._change_spans(columns.primary_key, columns.all, log) | trim | indent(4) }}
  )
  where _last._row_kind in ('+I', '+U')
  {{- '\n  limit ' ~ upstream.limit if upstream.limit is not none }}
)
{%- endmacro %}
