{#
  Refuses to write Delta tables from several threads of one session, as the method `session` of dbt-spark has it: what
  makes Delta execute a write once is a setting of the session, so a write would have that of another model. Such a
  Spark runs in the process of the client, and its command line ends with `pyspark-shell`.
#}
{% macro _assert_own_session(plan) %}
  {% set threads = tablestore._threads_of_dbt_spark() %}
  {% if threads in [none, 1] %}
    {{ return(none) }}
  {% endif %}
  {% set command = tablestore.query_rows("select reflect('java.lang.System', 'getProperty', 'sun.java.command') as"
      ~ " command")[0].command %}
  {% if 'pyspark-shell' in (command or '') %}
    {% do tablestore.fail("model '" ~ plan.model ~ "'",
        ['it is a Delta table, and the ' ~ threads ~ ' threads of this run share one Spark session,'
        ~ " whose settings identify a commit (dbt-spark, method: session); nothing was written. Write threads: 1 in"
            ~ " the profile, or dbt run --threads 1;"
        ~ ' with type: tablestore, each thread has a session of its own']) %}
  {% endif %}
{% endmacro %}
