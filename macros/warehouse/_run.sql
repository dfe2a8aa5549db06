{#
  Runs statements one after the other. A statement is a value, made where its SQL is made: whoever runs, shows or guards
  it does not have to read the SQL. It has some of these keys, as `sql/own_statement.py` of the adapter:

    sql      the text, which people see, and all that plain dbt-spark gets
    step     which step of a commit it is, by its name in `progress/steps.py` of the adapter
    kind     what the adapter may do without Spark, or has to know: `create_branch`, `drop_branch` and `move_to_branch`,
             of `table`, `branch` and perhaps a `snapshot`; `purge`, of `table`; `replace_row`, of `table` and a `row`,
             in the place of those with its values of `keys`; `keep_rows`, of a `query` as `view`; `sum_rows`, the
             columns of a `query`; `set` and `reset`, of a `setting`
    branch   the branch of the commit that it writes or needs
    creates  the table that it creates
    reads    the tables of the run, which it may read: another run that drops one of them has made the commit

    resets    whether what the statements reset is reset when the model ends, too: a setting must not outlive a
              statement that fails
    releases  temporary views in memory, which the adapter drops when the model ends
#}
{% macro _run(statements, resets=false, releases=[]) %}
  {% for view in releases %}
    {% do adapter.session().release_at_end(view) %}
  {% endfor %}
  {% if adapter.session is defined %}
    {{ return(adapter.session().run(statements, resets)) }}
  {% endif %}
  {% for made in statements %}
    {% call statement() %}{{ made.sql }}{% endcall %}
  {% endfor %}
{% endmacro %}

{# Runs a query as the main statement of the model, which dbt has in run_results.json, and returns its result. #}
{% macro _run_main(query) %}
  {% if adapter.session is defined %}
    {% set answer = adapter.session().answer(query) %}
    {% do store_result('main', response=answer[0], agate_table=answer[1]) %}
  {% else %}
    {% call statement('main', fetch_result=true) %}{{ query.sql }}{% endcall %}
  {% endif %}
  {{ return(load_result('main')) }}
{% endmacro %}

{#
  Runs statements until one fails, as {ran, problem}: how many have succeeded, and the error of the next; none if all
  have. Under plain dbt-spark, an error ends the run.
#}
{% macro _run_attempt(statements, resets=false) %}
  {% if adapter.session is defined %}
    {{ return(adapter.session().attempt(statements, resets)) }}
  {% endif %}
  {% do tablestore._run(statements) %}
  {{ return({'ran': statements | length, 'problem': none}) }}
{% endmacro %}

{#
  Calls a macro with the arguments that follow, as {answer, problem}: what it returns, and the error that has ended it;
  none if none has. Under plain dbt-spark, an error ends the run.
#}
{% macro _run_macro(called) %}
  {% if adapter.session is defined %}
    {{ return(adapter.session().attempt_macro(called, *varargs)) }}
  {% endif %}
  {{ return({'answer': called(*varargs), 'problem': none}) }}
{% endmacro %}
