{#
  The position of a change of Debezium in its source, from the SQL of its fields. PostgreSQL's LSN is that of the
  change, which a transaction that commits later may have written earlier, so the LSN of the last commit comes first.
  The number in the name of a MySQL file can get one more digit.
#}
{% macro _debezium_order(source, ts_ms) %}
  {% set sequence = source['sequence'] %}
  {% set committed = 'if(startswith(' ~ sequence ~ ", '[\\u0022') and substr(" ~ sequence ~ ", 3, 1) not in ('', "
      ~ "'\\u0022'), substring_index(substr(" ~ sequence ~ ", 3), '\\u0022', 1), null)" %}
  {% set time = 'coalesce(' ~ source.ts_ns ~ ', ' ~ source.ts_us ~ " || '000', " ~ source.ts_ms ~ " || '000000', "
      ~ ts_ms ~ " || '000000')" %}
  {% set positions = {
    'lsn': [tablestore._padded('coalesce(' ~ committed ~ ', ' ~ source.lsn ~ ')'), tablestore._padded(source.lsn)],
    'commit_lsn': [source.commit_lsn, "coalesce(" ~ source.change_lsn ~ ", '')",
                   tablestore._padded(source.event_serial_no, 10)],
    'file': [tablestore._padded('length(' ~ source.file ~ ')', 4), source.file, tablestore._padded(source.pos),
             tablestore._padded(source.row, 10)],
    'scn': [tablestore._padded('coalesce(' ~ source.commit_scn ~ ', ' ~ source.scn ~ ')', 40),
            tablestore._padded(source.scn, 40)],
    'ord': [tablestore._padded(time), tablestore._padded(source.ord, 10)],
  } %}
  {% set branches = [] %}
  {% for field, parts in positions.items() %}
    {% do branches.append('when ' ~ source[field] ~ " is not null then concat_ws(' ', " ~ parts | join(', ') ~ ')') %}
  {% endfor %}
  {{ return("concat_ws(' ', " ~ tablestore._wrapped_case(branches) ~ ', ' ~ tablestore._padded(time) ~ ')') }}
{% endmacro %}
