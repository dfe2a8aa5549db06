{#
  What follows the switch of a commit: its changes become part of the changelog, a row of the history says what it did,
  and a property of the table seals it. Readers of changes see the commit from then on. Every statement can be executed
  again, by the run or by the next one if the run was killed: it has the same result, or fails and changes nothing.

    found  what `_found_logs` has found; empty when nobody else can have published the commit
    again  whether an earlier attempt may have done a part of it
#}
{% macro publish_statements(plan, commit, found={}, again=false) %}
  {% set statements, format = [], plan.table_format %}
  {% if commit.rebuild and plan.layout.cluster_by and format.cluster_statement %}
    {% set sorting = format.cluster_statement | replace('{table}', plan.table) %}
    {% do statements.append({'step': 'publish', 'sql': sorting | replace('{columns}', plan.layout.cluster_by
        | join(', '))}) %}
  {% endif %}
  {% do statements.extend(tablestore._log_published(plan, commit, found)) if plan.changelog %}
  {% do statements.extend(tablestore._history_statements(plan, commit, found.branch if again else none)) %}
  {% for table in commit.former_tables.values() %}
    {% do statements.append(tablestore._drop_statement(plan.table_format, table)) %}
  {% endfor %}
  {{ return(statements + tablestore._seal_statements(plan, commit) + tablestore._clean_statements(plan, commit)) }}
{% endmacro %}

{#
  Records a commit as the last one that is published: one property, whose name has the number of the commit and whose
  value is the same whoever sets it. The commit with the highest number counts. Ten properties of older ones, also of
  earlier builds, are removed together. The record with which a rebuild has made the table has all files that it has
  read, so it is emptied at once. Its name has the epoch: a late publisher cannot empty that of a later rebuild.
#}
{% macro _seal_statements(plan, commit) %}
  {% set properties = dict(commit.properties, **{'tablestore.version': commit.version}) %}
  {# which the history has #}
  {% do properties.pop('tablestore.files', none) %}
  {% set own = tablestore._property_names(properties['tablestore.epoch']) %}
  {% set sealed = {own.commits ~ commit.number: tojson(properties, sort_keys=true)} %}
  {% do sealed.update({own.switched: ''}) if commit.rebuild %}
  {% set statements = [tablestore._property_statement(plan, sealed)] %}
  {% if commit.old_properties | length >= 10 %}
    {% set names = [] %}
    {% for name in commit.old_properties %}
      {% do names.append(tablestore.string_literal(name)) %}
    {% endfor %}
    {% do statements.append({'step': 'publish', 'sql': 'alter table ' ~ plan.table
        ~ ' unset tblproperties if exists (' ~ names | join(', ') ~ ')'}) %}
  {% endif %}
  {{ return(statements) }}
{% endmacro %}
