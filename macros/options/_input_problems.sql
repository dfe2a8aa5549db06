{# Problems of `input: full` and `delete_retained`; `query` has the columns of the SELECT. #}
{% macro _input_problems(settings, query) %}
  {% set options = settings.options %}
  {% set problems = [] if options.delete_retained is none else tablestore._retained_problems(options, query) %}
  {% if options.input != 'full' %}
    {{ return(problems) }}
  {% endif %}
  {% if options.merge_engine != 'deduplicate' %}
    {% do problems.append("merge_engine '" ~ options.merge_engine ~ "' combines a row with the stored one, but with"
        ~ " input='full' the SELECT has all rows as they are: remove one of the two") %}
  {% endif %}
  {% if options.changelog_producer == 'input' %}
    {% do problems.append("changelog_producer 'input' would write all rows of the SELECT in every run: with"
        ~ " input='full', accepted are none, lookup, full-compaction") %}
  {% endif %}
  {% if options.state_ttl %}
    {% do problems.append(("the state TTL of 'compiled_plan'" if settings.ttl_source == 'plan' else "'state_ttl'")
        ~ " cannot be combined with input='full', because each run says of every row whether"
        ~ ' it is there, also of those that have not changed for long: remove one of the two') %}
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

{# Why a model cannot keep the sequences of deleted rows. #}
{% macro _retained_problems(options, query) %}
  {% set problems, names = [], query | map(attribute='lower_name') | list %}
  {% set keys = options.primary_key | map('lower') | list %}
  {% set sequence = options.sequence_field | map('lower') | reject('in', keys) | list %}
  {% set needs = "'delete_retained' compares later rows with the sequence of a delete, " %}
  {% if not sequence %}
    {% do problems.append(needs ~ "but there is no sequence_field outside of the key: write one, such as"
        ~ " sequence_field='_cdc_order'") %}
  {% endif %}
  {% if options.merge_engine != 'deduplicate' %}
    {% do problems.append("'delete_retained' needs merge_engine 'deduplicate'; the model has '" ~ options.merge_engine
        ~ "'") %}
  {% endif %}
  {% if options.ignore_delete or options.input == 'full' or not ('_row_kind' in names or options.rowkind_field) %}
    {% do problems.append("'delete_retained' has no effect, because the model has no deletes with a sequence: select"
        ~ " _row_kind, without ignore_delete and input='full', or remove it") %}
  {% endif %}
  {% if '_commit' in names %}
    {% do problems.append("the SELECT has the column '_commit', which orders changes of one sequence, and a deleted key"
        ~ " comes back with a later sequence only: leave the column out, or remove 'delete_retained'") %}
  {% endif %}
  {% for name in keys + sequence if name in ['_epoch', '_invocation_id'] %}
    {% do problems.append("column '" ~ name ~ "' is used by the table of deleted keys: give it another name") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
