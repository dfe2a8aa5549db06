{#
  One column of the stored row and of the folded batch as one value: first the older of the two, then the newer.

    fresh  when the row starts with this batch: then the folded value is the value
#}
{% macro _merge_column(plan, column, aggregate, group=none, fresh=none) %}
  {% set retract = tablestore._is_retraction(plan) if not aggregate.signed else none %}
  {% set merged = tablestore._merge_sides(column, aggregate, group, 'old.', 'new.', retract) %}
  {% set late = tablestore._is_late(plan) %}
  {% if late != 'false' and not aggregate.commutes %}
    {% set overtaken = tablestore._merge_sides(column, aggregate, group, 'new.', 'old.', retract) %}
    {% if overtaken != merged %}
      {% set merged = 'case when ' ~ late ~ ' then ' ~ overtaken ~ ' else ' ~ merged ~ ' end' %}
    {% endif %}
  {% endif %}
  {% if fresh or group or aggregate.needs_row %}
    {% set fresh = fresh or 'old.' ~ plan.key_columns[0].quoted ~ ' is null' %}
    {{ return('case when ' ~ fresh ~ ' then new.' ~ column.quoted ~ ' else ' ~ merged ~ ' end') }}
  {% endif %}
  {{ return(merged) }}
{% endmacro %}

{# Side `a`, then side `b`, into nothing; the side of the batch may take its values back. #}
{% macro _merge_sides(column, aggregate, group, a, b, retract) %}
  {% set value, was = b ~ column.quoted, a ~ column.quoted %}
  {% set acc, init = was, tablestore._started(aggregate, group, was) %}
  {% if group %}
    {% set acc = 'if(' ~ tablestore._in_group(group, a) ~ ', ' ~ was ~ ', null)' %}
    {% set init = init | replace('{in}', tablestore._in_group(group, a)) %}
  {% endif %}
  {% if retract and a == 'new.' and not aggregate.ignores_retract %}
    {% set acc = 'if(new._retract, ' ~ tablestore._fill_template(aggregate.retract or '{acc}', 'cast(null as ' ~ column.type ~ ')', was) ~ ', ' ~ acc ~ ')' %}
    {% set init = '(not new._retract and ' ~ init ~ ')' %}
  {% elif retract and a == 'new.' %}
    {% set acc = 'if(new._retract, null, ' ~ acc ~ ')' %}
    {% set init = '(not new._retract and ' ~ init ~ ')' %}
  {% endif %}
  {% set added = tablestore._fill_template(aggregate.add, acc, value, init) %}
  {% set cases = [] %}
  {% if group %}
    {% set older = tablestore._group_key(group, b) ~ ' < ' ~ tablestore._group_key(group, a) %}
    {% do cases.append('when not ' ~ tablestore._in_group(group, b) ~ ' then ' ~ acc) %}
    {% if retract and b == 'new.' and aggregate.retract_reversed %}
      {% do cases.append('when new._retract and ' ~ older ~ ' then ' ~ tablestore._fill_template(aggregate.retract_reversed, acc, value, init)) %}
    {% endif %}
  {% endif %}
  {% if retract and b == 'new.' and (aggregate.retract or '') != aggregate.add %}
    {% do cases.append('when new._retract then ' ~ tablestore._fill_template(aggregate.retract or '{acc}', acc, value, init)) %}
  {% endif %}
  {% if group and not aggregate.commutes %}
    {% do cases.append('when ' ~ older ~ ' then ' ~ tablestore._fill_template(aggregate.reversed, acc, value, init)) %}
  {% endif %}
  {{ return('case ' ~ cases | join(' ') ~ ' else ' ~ added ~ ' end' if cases else added) }}
{% endmacro %}

{# Whether a side of the merge already gave a value. #}
{% macro _started(aggregate, group, was) %}
  {% set started = tablestore._fill_template(aggregate.starts or 'true', 'null', was) %}
  {{ return('(' ~ started ~ ' and {in})' if group else started) }}
{% endmacro %}
