{#
  An input of a stateful operator whose changes are read, see `_input_schema`; its rows as they are if they cannot be
  read, see `_cannot_read`.

    given     {relation, name, argument, operator_key, normalized, query}
    upstream  where its changes are, as `readable_upstream` returns it; none for a table that cannot be read yet
    after     up to which commit they have been read; none if nothing has been read
    problems  why they cannot be read from there on
#}
{% macro operator_input(given, upstream, after, subject, problems=[]) %}
  {% set unread = tablestore._record('input', tablestore._input_schema(), dict(given, rows=given.relation,
      rows_name=given.name ~ '_rows')) %}
  {% if upstream is none or tablestore._cannot_read(subject, tablestore._key_problems(given, upstream, subject)) %}
    {{ return(unread) }}
  {% endif %}
  {% set upstream = upstream if upstream.primary_key else dict(upstream, primary_key=given.operator_key) %}
  {% set columns = tablestore._upstream_columns(upstream) %}
  {% set problems = problems or tablestore._unknown_key_columns(given, columns.all) %}
  {% if upstream.expires and not upstream.complete and not problems %}
    {% set problems = [tablestore._short_changelog(dict(given, upstream=upstream),
        'its rows expire or are removed, and only its changes show which rows an operator still has')] %}
  {% endif %}
  {% if tablestore._cannot_read(subject, problems) %}
    {{ return(unread) }}
  {% endif %}
  {{ return(tablestore._record('input', tablestore._input_schema(), dict(unread,
    rows=tablestore._changelog_rows(upstream, columns) if upstream.expires else tablestore._snapshot_rows(upstream),
    columns=columns.all, types=columns.types, primary_key=columns.primary_key, upstream=upstream, after=after,
  ))) }}
{% endmacro %}

{# Why an operator cannot tell by the changes of an input which of its rows they replace. #}
{% macro _key_problems(given, upstream, subject) %}
  {% set key, limits = given.operator_key, ['no_before'] + ([] if given.normalized else ['no_key']) %}
  {% if given.normalized and upstream.primary_key
      and key | map('lower') | sort | list != upstream.primary_key | map('lower') | sort | list %}
    {{ return(['key: the changes of ' ~ upstream.table
        ~ ' are recorded by its primary key: write ' ~ upstream.primary_key]) }}
  {% endif %}
  {{ return(tablestore._problems_of_limits(upstream, limits, subject,
      'an operator needs the rows before each change')) }}
{% endmacro %}

{# The keys of an input of a stateful operator. #}
{% macro _input_schema() %}
  {{ return({
    'relation': {'type': 'any', 'meaning': 'the table'},
    'name': {'type': 'text', 'meaning': 'left, right or input: the prefix of its common table expressions'},
    'rows_name': {'type': 'text', 'meaning': 'the name of its rows in the query'},
    'query': {'type': 'text?', 'default': none,
      'meaning': 'in a view, what is between the operator and the table, over `<name>_given`, see `_side_rows`'},
    'argument': {'type': 'text', 'meaning': 'the argument that names the operator key'},
    'operator_key': {'type': 'list', 'meaning': 'the columns by which the operator groups or joins'},
    'normalized': {'type': 'boolean', 'default': false, 'meaning': "whether the operator key is the table's own key"},
    'rows': {'type': 'any', 'meaning': 'all of its rows, expired or not, as they follow FROM'},
    'columns': {'type': 'list', 'default': [], 'meaning': 'its columns, quoted'},
    'types': {'type': 'list', 'default': [], 'meaning': 'the types of its columns'},
    'primary_key': {'type': 'list', 'default': [], 'meaning': 'its primary key, quoted'},
    'upstream': {'type': 'mapping', 'default': {},
      'meaning': 'where its changes are, see `_upstream_schema`; empty for a table that does not exist yet'},
    'after': {'type': 'integer?', 'default': none,
      'meaning': 'up to which commit its changes have been read; none if nothing has been read'},
    'annotation': {'type': 'text', 'default': '', 'meaning': 'the annotation with the range of changes that is read'},
    'ttl': {'type': 'integer', 'default': 0,
      'meaning': 'how long the operator keeps its rows in milliseconds, 0 for no limit'},
  }) }}
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
  The rows of a table whose rows expire or are removed, as its changelog has them: such a row stays until its key is
  written again, because no change removes it. The changelog must have all changes since the first commit.

    columns  the columns and the primary key of the table, see `_upstream_columns`
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
