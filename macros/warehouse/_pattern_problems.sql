{#
  The problems of regular expressions of Python for whole names: pairs of an argument and a text. Jinja cannot catch an
  error, so the adapter says which ones are wrong. Under plain dbt-spark, the first of them ends the run.
#}
{% macro _pattern_problems(subject, patterns) %}
  {% set credentials, problems = adapter.config.credentials if adapter is defined else {}, [] %}
  {% for argument, pattern in patterns %}
    {% set problem = argument ~ ": '" ~ pattern ~ "' is no regular expression; write one for whole names, such as "
        ~ "'shop[.].*'" %}
    {% if credentials.is_pattern is not defined %}
      {% do try_or_compiler_error(subject ~ ': ' ~ problem, modules.re.compile, pattern) %}
    {% elif not credentials.is_pattern(pattern) %}
      {% do problems.append(problem) %}
    {% endif %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{#
  The problems of an argument that is a regular expression of Java, which Spark knows. Under plain dbt-spark, the query
  that contains a wrong one fails.
#}
{% macro _java_pattern_problems(argument, pattern, example='orders_[0-9]+') %}
  {% set asked = {'step': 'catalog', 'sql': "select '' rlike " ~ tablestore.string_literal(pattern)} %}
  {% set answer = tablestore._adapter_rows(asked) if pattern is string else [] %}
  {{ return([argument ~ ": '" ~ pattern ~ "' is no regular expression; write one of Java, such as '" ~ example ~ "'"]
      if answer == [] else []) }}
{% endmacro %}

{#
  The problems of an argument that is a pattern for the paths or names of files, which Hadoop reads. Under plain
  dbt-spark, the query that contains a wrong one fails.
#}
{% macro _file_pattern_problems(argument, pattern, example) %}
  {% set asked = {'step': 'catalog', 'sql': "select reflect('org.apache.hadoop.fs.GlobPattern', 'compile', "
      ~ tablestore.string_literal(pattern) ~ ')'} %}
  {{ return([argument ~ ": '" ~ pattern ~ "' is no pattern for files; write one such as '" ~ example ~ "'"]
      if pattern is string and tablestore._is_file_pattern(pattern) and tablestore._adapter_rows(asked) == []
      else []) }}
{% endmacro %}
