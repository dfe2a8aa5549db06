{#
  Deletes what a batch of event time that has failed has left in tables with rows of other commits: the next batch of
  the same run makes the commit of the same number. Their rows only differ from those of another run by the invocation.
#}
{% macro _forget_failed_batch(plan, node, commit, query) %}
  {% if not tablestore._is_microbatch(node) %}
    {{ return(none) }}
  {% endif %}
  {% set properties, statements = commit.properties, [] %}
  {% set epoch, run, model = tablestore._string_literals([properties['tablestore.epoch'],
      properties['tablestore.invocation-id'], plan.model]) %}
  {% set its = 'where _epoch = ' ~ epoch ~ ' and _commit = ' ~ commit.number ~ ' and _invocation_id = ' ~ run %}
  {% do statements.append({'step': 'write', 'sql': 'delete from ' ~ plan.deletes.table ~ '\n' ~ its})
      if plan.deletes and not plan.deletes.creates %}
  {% for stream in tablestore._annotations('skipped', query)
      if stream.table and tablestore._exists_now(tablestore._relation_of_name(stream.table)) %}
    {% do statements.append({'step': 'write', 'sql': 'delete from ' ~ stream.table ~ '\n' ~ its ~ ' and _model = '
        ~ model}) %}
  {% endfor %}
  {% do tablestore._run(statements) if statements %}
{% endmacro %}
