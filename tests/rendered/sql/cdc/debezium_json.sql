(
  select
    coalesce(_leaves.`id`, _image.`id`) as `id`,
    coalesce(_leaves.`name`, _image.`name`) as `name`,
    _row_kind,
    concat_ws(' ', coalesce(_careful.position, _order), _n) as _cdc_order
  from (
    select
      m,
      concat_ws(' ', concat_ws(' ', case
        when string(m.source.`lsn`) is not null then concat_ws(' ', lpad(coalesce(string(coalesce(if(startswith(m.source.`sequence`, '[\u0022') and not startswith(m.source.`sequence`, '[\u0022\u0022'), substring_index(substr(m.source.`sequence`, 3), '\u0022', 1), null), string(m.source.`lsn`))), ''), 20, '00000000000000000000'), lpad(coalesce(string(string(m.source.`lsn`)), ''), 20, '00000000000000000000'))
        when m.source.`commit_lsn` is not null then concat_ws(' ', m.source.`commit_lsn`, coalesce(m.source.`change_lsn`, ''), lpad(coalesce(string(string(m.source.`event_serial_no`)), ''), 10, '0000000000'))
        when m.source.`file` is not null then concat_ws(' ', lpad(coalesce(string(length(m.source.`file`)), ''), 4, '0000'), m.source.`file`, lpad(coalesce(string(string(m.source.`pos`)), ''), 20, '00000000000000000000'), lpad(coalesce(string(string(m.source.`row`)), ''), 10, '0000000000'))
        when m.source.`scn` is not null then concat_ws(' ', lpad(coalesce(string(coalesce(m.source.`commit_scn`, m.source.`scn`)), ''), 40, '0000000000000000000000000000000000000000'), lpad(coalesce(string(m.source.`scn`), ''), 40, '0000000000000000000000000000000000000000'))
        when string(m.source.`ord`) is not null then concat_ws(' ', lpad(coalesce(string(coalesce(string(m.source.`ts_ns`), string(m.source.`ts_us`) || '000', string(m.source.`ts_ms`) || '000000', m.ts_ms || '000000')), ''), 20, '00000000000000000000'), lpad(coalesce(string(string(m.source.`ord`)), ''), 10, '0000000000'))
      end, lpad(coalesce(string(coalesce(string(m.source.`ts_ns`), string(m.source.`ts_us`) || '000', string(m.source.`ts_ms`) || '000000', m.ts_ms || '000000')), ''), 20, '00000000000000000000')), hex(xxhash64(_value))) as _order,
      if(
        j._bad is null
        and size(j.objects) = 2
        and get(j.objects, 0) is not null
        and get(j.objects, 1) is null
        and get(j.objects, 0).`payload` is null
        and (
          m.op = 'u' and m.before is not null and m.after is not null
          or m.op in ('c', 'r') and m.after is not null
          or m.op = 'd' and m.before is not null
        )
        and not (
          coalesce(m.before.`name` in ('__debezium_unavailable_value', '{"__debezium_unavailable_value":"__debezium_unavailable_value"}'), false)
          or coalesce(m.after.`name` in ('__debezium_unavailable_value', '{"__debezium_unavailable_value":"__debezium_unavailable_value"}'), false)
        ),
        null,
        get(transform(
          array(from_json(
            concat('{"objects":[', _value, ',null]}'),
            '`objects` array<struct<`before`: struct<`id`: string, `name`: string>, `after`: struct<`id`: string, `name`: string>, `op`: string, `source`: struct<`ts_ms`: string, `ts_us`: string, `ts_ns`: string, `lsn`: string, `sequence`: string, `commit_lsn`: string, `change_lsn`: string, `event_serial_no`: string, `file`: string, `pos`: string, `row`: string, `scn`: string, `commit_scn`: string, `ord`: string>, `ts_ms`: string, `ddl`: string, `tableChanges`: string, `payload`: struct<`before`: struct<`id`: string, `name`: string>, `after`: struct<`id`: string, `name`: string>, `op`: string, `source`: struct<`ts_ms`: string, `ts_us`: string, `ts_ns`: string, `lsn`: string, `sequence`: string, `commit_lsn`: string, `change_lsn`: string, `event_serial_no`: string, `file`: string, `pos`: string, `row`: string, `scn`: string, `commit_scn`: string, `ord`: string>, `ts_ms`: string, `ddl`: string, `tableChanges`: string>>>, `_bad` string',
            map('mode', 'PERMISSIVE', 'columnNameOfCorruptRecord', '_bad')
          )),
          j -> get(transform(
            array(if(j._bad is null and size(j.objects) = 2 and get(j.objects, 0) is not null and get(j.objects, 1) is null, coalesce(get(j.objects, 0).payload, named_struct(
              'before', get(j.objects, 0).`before`, 'after', get(j.objects, 0).`after`, 'op', get(j.objects, 0).`op`,
              'source', get(j.objects, 0).`source`, 'ts_ms', get(j.objects, 0).`ts_ms`, 'ddl', get(j.objects, 0).`ddl`,
              'tableChanges', get(j.objects, 0).`tableChanges`
            )), null)),
            m -> named_struct(
              'changes', transform(
                case
                  when m is null then raise_error(concat('tablestore.cdc(messages): the message', ' is not a JSON object of the format debezium-json', if(contains(_value, '"mongodb"'), ' (the rows of MongoDB are text: flatten them with ExtractNewDocumentState, and read debezium-flat-json)', ''), ': ', left(_value, 200)))
                  when m.op = 'm' then null
                  when m.op is null and (m.ddl is not null or m.tableChanges is not null) then null
                  when m.op = 't' then raise_error(concat('tablestore.cdc(messages): the message', ' empties its table: write truncates=\'apply\' to delete its rows, or truncates=\'skip\' to leave them', ': ', left(_value, 200)))
                  when coalesce(m.op, '') not in ('c', 'r', 'u', 'd') then raise_error(concat('tablestore.cdc(messages): the message', concat(' has the unknown operation ', coalesce(m.op, 'null'), '; known are c, r, u, d, m, t'), ': ', left(_value, 200)))
                  when m.op = 'd' and m.before is not null then array(named_struct('kind', '-D', 'image', m.before, 'n', '0'))
                  when m.op = 'd' then raise_error(concat('tablestore.cdc(messages): the message', ' has no row before its change: send it (with PostgreSQL, alter the table: replica identity full), or give the model a primary_key, with which updates become upserts', ': ', left(_value, 200)))
                  when m.after is null then raise_error(concat('tablestore.cdc(messages): the message', ' has no new row', ': ', left(_value, 200)))
                  when m.op in ('c', 'r') then array(named_struct('kind', '+I', 'image', m.after, 'n', '0'))
                  when m.op = 'u' and m.before is not null then array(named_struct('kind', '-U', 'image', m.before, 'n', '0'), named_struct('kind', '+U', 'image', m.after, 'n', '1'))
                  when m.op = 'u' then raise_error(concat('tablestore.cdc(messages): the message', ' has no row before its change: send it (with PostgreSQL, alter the table: replica identity full), or give the model a primary_key, with which updates become upserts', ': ', left(_value, 200)))
                end,
                c -> get(transform(
                  array(named_struct(
                    'id', try_cast(c.image.`id` as int),
                    'name', if(coalesce(c.image.`name` in ('__debezium_unavailable_value', '{"__debezium_unavailable_value":"__debezium_unavailable_value"}'), false), null, c.image.`name`)
                  )),
                  v -> if(
                    v.`id` is null and c.image.`id` is not null
                    or coalesce(c.image.`name` in ('__debezium_unavailable_value', '{"__debezium_unavailable_value":"__debezium_unavailable_value"}'), false),
                    raise_error(concat('tablestore.cdc(messages): the message', ' has ', concat_ws('; ', if(v.`id` is null and c.image.`id` is not null, 'a value in column id that is not of type int', null), if(coalesce(c.image.`name` in ('__debezium_unavailable_value', '{"__debezium_unavailable_value":"__debezium_unavailable_value"}'), false), 'no value of column name, which its update did not change: give the model a primary_key, and the value is kept', null)), ': ', left(_value, 200))),
                    named_struct('kind', c.kind, 'leaves', cast(null as struct<`id`: int, `name`: string>), 'n', c.n, 'image', v)
                  )
                ), 0)
              ),
              'position', concat_ws(' ', concat_ws(' ', case
                when m.source.`lsn` is not null then concat_ws(' ', lpad(coalesce(string(coalesce(if(startswith(m.source.`sequence`, '[\u0022') and not startswith(m.source.`sequence`, '[\u0022\u0022'), substring_index(substr(m.source.`sequence`, 3), '\u0022', 1), null), m.source.`lsn`)), ''), 20, '00000000000000000000'), lpad(coalesce(string(m.source.`lsn`), ''), 20, '00000000000000000000'))
                when m.source.`commit_lsn` is not null then concat_ws(' ', m.source.`commit_lsn`, coalesce(m.source.`change_lsn`, ''), lpad(coalesce(string(m.source.`event_serial_no`), ''), 10, '0000000000'))
                when m.source.`file` is not null then concat_ws(' ', lpad(coalesce(string(length(m.source.`file`)), ''), 4, '0000'), m.source.`file`, lpad(coalesce(string(m.source.`pos`), ''), 20, '00000000000000000000'), lpad(coalesce(string(m.source.`row`), ''), 10, '0000000000'))
                when m.source.`scn` is not null then concat_ws(' ', lpad(coalesce(string(coalesce(m.source.`commit_scn`, m.source.`scn`)), ''), 40, '0000000000000000000000000000000000000000'), lpad(coalesce(string(m.source.`scn`), ''), 40, '0000000000000000000000000000000000000000'))
                when m.source.`ord` is not null then concat_ws(' ', lpad(coalesce(string(coalesce(m.source.`ts_ns`, m.source.`ts_us` || '000', m.source.`ts_ms` || '000000', m.ts_ms || '000000')), ''), 20, '00000000000000000000'), lpad(coalesce(string(m.source.`ord`), ''), 10, '0000000000'))
              end, lpad(coalesce(string(coalesce(m.source.`ts_ns`, m.source.`ts_us` || '000', m.source.`ts_ms` || '000000', m.ts_ms || '000000')), ''), 20, '00000000000000000000')), hex(xxhash64(_value)))
            )
          ), 0)
        ), 0)
      ) as _careful
    from (
      select *, get(j.objects, 0) as m
      from (
        select
          string(`value`) as _value,
          from_json(
            concat('{"objects":[', string(`value`), ',null]}'),
            '`objects` array<struct<`before`: struct<`id`: int, `name`: string>, `after`: struct<`id`: int, `name`: string>, `op`: string, `source`: struct<`ts_ms`: bigint, `ts_us`: bigint, `ts_ns`: bigint, `lsn`: bigint, `sequence`: string, `commit_lsn`: string, `change_lsn`: string, `event_serial_no`: bigint, `file`: string, `pos`: bigint, `row`: bigint, `scn`: string, `commit_scn`: string, `ord`: bigint>, `ts_ms`: bigint, `payload`: string>>, `_bad` string',
            map('mode', 'PERMISSIVE', 'columnNameOfCorruptRecord', '_bad')
          ) as j
        from messages
        where (octet_length(string(`value`)) > 20 or trim(string(`value`)) not in ('', 'null'))
      )
    )
  )
  lateral view inline(case
    when _careful is not null then coalesce(_careful.changes, array())
    when m.op = 'u' and m.before is not null and m.after is not null then array(
      named_struct('kind', '-U', 'leaves', m.before, 'n', '0', 'image', cast(null as struct<`id`: int, `name`: string>)),
      named_struct('kind', '+U', 'leaves', m.after, 'n', '1', 'image', cast(null as struct<`id`: int, `name`: string>))
    )
    when m.op in ('c', 'r') and m.after is not null then array(named_struct('kind', '+I', 'leaves', m.after, 'n', '0', 'image', cast(null as struct<`id`: int, `name`: string>)))
    when m.op = 'd' and m.before is not null then array(
      named_struct('kind', '-D', 'leaves', m.before, 'n', '0', 'image', cast(null as struct<`id`: int, `name`: string>))
    )
    else array()
  end) as _row_kind, _leaves, _n, _image
  /* tablestore.order {"by": "the position in the source that Debezium has"} */
)
