{#
  A statement that writes a commit, with the record of the commit: the snapshot that it makes has it, or, without
  branches, the version, and Delta executes it once.

    settings  what else the session has meanwhile
#}
{% macro _identified(statement, commit, plan, settings={}) %}
  {% if plan.table_format.has_branches %}
    {# Spark replaces `${...}` by a setting in every statement: the value of a setting is no literal with an escape #}
    {% set record = tojson(commit.properties, sort_keys=true) | replace('${', '\\u0024{') %}
    {% set name = 'spark.sql.iceberg.snapshot-property.tablestore.commit' %}
    {{ return(tablestore._with_settings(statement, {name: record})) }}
  {% endif %}
  {% set names, prefix = {}, 'spark.databricks.delta.' %}
  {% for name, value in tablestore._identified_by(commit).items() %}
    {% do names.update({prefix ~ ('commitInfo.' if name == 'userMetadata' else 'write.') ~ name: value}) %}
  {% endfor %}
  {{ return(tablestore._with_settings(statement, dict(names, **settings))) }}
{% endmacro %}

{# A statement between settings of the session that only it has. #}
{% macro _with_settings(statement, settings) %}
  {% set before, after = [], [] %}
  {% for name, value in settings.items() %}
    {% set quoted = tablestore._quoted([name, value | string]) %}
    {% set facts = {'step': statement.step, 'setting': name} %}
    {% do before.append(dict(facts, kind='set', sql='set ' ~ quoted | join(' = '))) %}
    {% do after.append(dict(facts, kind='reset', sql='reset ' ~ quoted[0])) %}
  {% endfor %}
  {{ return(before + [statement] + after) }}
{% endmacro %}

{#
  What makes Delta execute a write of a commit once: the options of an insert, by the end of their names in the session.
  The version is that of the whole table, also after a rebuild.
#}
{% macro _identified_by(commit) %}
  {{ return({
    'txnAppId': commit.properties['tablestore.writer'],
    'txnVersion': commit.properties['tablestore.serial'],
    'userMetadata': tojson(commit.properties, sort_keys=true) | replace('${', '\\u0024{'),
  }) }}
{% endmacro %}

{# An insert of a commit into a Delta table, which Delta executes once. #}
{% macro _identified_insert(plan, table, columns, rows, commit, step) %}
  {{ return({'step': step, 'reads': plan.kept_tables, 'sql': 'insert into ' ~ table ~ ' '
      ~ tablestore._identified_options(commit) ~ ' (' ~ tablestore._wrapped(columns, 2) ~ ')\n' ~ rows}) }}
{% endmacro %}

{# The options of such an insert. #}
{% macro _identified_options(commit) %}
  {% set pairs = [] %}
  {% for name, value in tablestore._identified_by(commit).items() %}
    {% do pairs.append("'" ~ name ~ "' = " ~ tablestore.string_literal(value)) %}
  {% endfor %}
  {{ return('with (' ~ pairs | join(', ') ~ ')') }}
{% endmacro %}

{# What puts the record of a commit into the summary of a snapshot. #}
{% macro _identified_snapshot(commit) %}
  {% set record = tablestore.string_literal(tojson(commit.properties, sort_keys=true)) %}
  {{ return('with (`snapshot-property.tablestore.commit` = ' ~ record ~ ')') }}
{% endmacro %}
