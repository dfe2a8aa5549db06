{#
  Why the rows of a table as of a commit are not known. A changelog that gets the changes of several commits together has
  the rows after the last of them, and after later commits that changed nothing.
#}
{% macro _compaction_problems(upstream, commit) %}
  {% if not upstream.compacts or commit == upstream.until %}
    {{ return([]) }}
  {% endif %}
  {% set logged = tablestore._rows('select max(_commit) filter (where _commit <= ' ~ commit ~ ') as before, min(_commit) filter (where _commit > '
      ~ commit ~ ') as after from ' ~ upstream.log)[0] %}
  {% set before = upstream.start if logged.before is none else logged.before | int %}
  {% set changed = tablestore._rows('select count(*) as commits from ' ~ upstream.history ~ ' where epoch = ' ~ tablestore._string_literal(upstream.epoch)
      ~ ' and commit > ' ~ before ~ ' and commit <= ' ~ commit ~ ' and rows_inserted + rows_updated + rows_deleted > 0')[0].commits %}
  {% if not changed %}
    {{ return([]) }}
  {% endif %}
  {{ return(['the changes of commit ' ~ commit ~ ' are in its changelog together with those of other commits (full-compaction): write commit='
      ~ before ~ ' or commit=' ~ (upstream.until if logged.after is none else logged.after | int)]) }}
{% endmacro %}
