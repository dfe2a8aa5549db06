{#
  The position of a change of Debezium in its source, from the SQL of its fields. PostgreSQL's LSN is that of the
  change, which a transaction that commits later may have written earlier, so the LSN of the last commit comes first.
  The number in the name of a MySQL file can get one more digit.

    ordered_by  the position that all messages have, see `_debezium_positions`; none if it is not known
#}
{% macro _debezium_order(source, ts_ms, ordered_by=none) %}
  {% set time = 'coalesce(' ~ source.ts_ns ~ ', ' ~ source.ts_us ~ " || '000', " ~ source.ts_ms ~ " || '000000', "
      ~ ts_ms ~ " || '000000')" %}
  {% if ordered_by %}
    {% set parts = tablestore._debezium_position(ordered_by, source, time) + [tablestore._padded(time)] %}
    {{ return("concat_ws(' ', " ~ parts | join(', ') ~ ')') }}
  {% endif %}
  {% set branches = [] %}
  {% for field in tablestore._debezium_order_fields() %}
    {% do branches.append('when ' ~ source[field] ~ " is not null then concat_ws(' ', "
        ~ tablestore._debezium_position(field, source, time) | join(', ') ~ ')') %}
  {% endfor %}
  {{ return("concat_ws(' ', " ~ tablestore._wrapped_case(branches) ~ ', ' ~ tablestore._padded(time) ~ ')') }}
{% endmacro %}

{# What a position is compared by, in the order of its importance. #}
{% macro _debezium_position(field, source, time) %}
  {% if field == 'lsn' %}
    {% set sequence = source['sequence'] %}
    {% set committed = 'if(startswith(' ~ sequence ~ ", '[\\u0022') and not startswith(" ~ sequence
        ~ ", '[\\u0022\\u0022'), substring_index(substr(" ~ sequence ~ ", 3), '\\u0022', 1), null)" %}
    {% set committed = 'coalesce(' ~ committed ~ ', ' ~ source.lsn ~ ')' %}
    {{ return([tablestore._padded(committed), tablestore._padded(source.lsn)]) }}
  {% elif field == 'commit_lsn' %}
    {{ return([source.commit_lsn, "coalesce(" ~ source.change_lsn ~ ", '')",
        tablestore._padded(source.event_serial_no, 10)]) }}
  {% elif field == 'file' %}
    {{ return([tablestore._padded('length(' ~ source.file ~ ')', 4), source.file, tablestore._padded(source.pos),
        tablestore._padded(source.row, 10)]) }}
  {% elif field == 'scn' %}
    {{ return([tablestore._padded('coalesce(' ~ source.commit_scn ~ ', ' ~ source.scn ~ ')', 40),
        tablestore._padded(source.scn, 40)]) }}
  {% endif %}
  {{ return([tablestore._padded(time), tablestore._padded(source.ord, 10)]) }}
{% endmacro %}
