{# An event of a group as it is in `_events`, from the columns of `source`. #}
{% macro _stored_event(versions, group, source, at, kind) %}
  {% set fields = [at ~ ' as at', kind ~ ' as kind', tablestore.string_literal(group.name) ~ ' as sequence_group'] %}
  {% for column in versions.unpacked %}
    {% do fields.append((source ~ column.quoted if column in group.columns
        else 'cast(null as ' ~ column.type ~ ')') ~ ' as value_' ~ loop.index) %}
  {% endfor %}
  {{ return(tablestore._wrapped_call('struct', fields)) }}
{% endmacro %}
