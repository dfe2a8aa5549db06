(
  select * except (_value, _image, _fits)
  from (
    select
      try_cast(_image.`id` as int) as `id`,
      if(_image.`name` <=> '__debezium_unavailable_value', null, _image.`name`) as `name`,
      _value,
      _image,
      _row_kind,
      _cdc_order
    from (
      select
        _value,
        _row_kind,
        _image,
        concat_ws(' ', _order, _n) as _cdc_order
      from (
        select *, concat_ws(' ', concat_ws(' ', case
          when m.source.`lsn` is not null then concat_ws(' ', lpad(coalesce(string(coalesce(nullif(nullif(split_part(translate(m.source.`sequence`, '[]\u0022 ', ''), ',', 1), 'null'), ''), m.source.`lsn`)), ''), 20, '0'), lpad(coalesce(string(m.source.`lsn`), ''), 20, '0'))
          when m.source.`commit_lsn` is not null then concat_ws(' ', m.source.`commit_lsn`, coalesce(m.source.`change_lsn`, ''), lpad(coalesce(string(m.source.`event_serial_no`), ''), 10, '0'))
          when m.source.`file` is not null then concat_ws(' ', lpad(coalesce(string(length(m.source.`file`)), ''), 4, '0'), m.source.`file`, lpad(coalesce(string(m.source.`pos`), ''), 20, '0'), lpad(coalesce(string(m.source.`row`), ''), 10, '0'))
          when m.source.`scn` is not null then concat_ws(' ', lpad(coalesce(string(coalesce(m.source.`commit_scn`, m.source.`scn`)), ''), 40, '0'), lpad(coalesce(string(m.source.`scn`), ''), 40, '0'))
          when m.source.`ord` is not null then concat_ws(' ', lpad(coalesce(string(coalesce(m.source.`ts_ns`, m.source.`ts_us` || '000', m.source.`ts_ms` || '000000', m.ts_ms || '000000')), ''), 20, '0'), lpad(coalesce(string(m.source.`ord`), ''), 10, '0'))
        end, lpad(coalesce(string(coalesce(m.source.`ts_ns`, m.source.`ts_us` || '000', m.source.`ts_ms` || '000000', m.ts_ms || '000000')), ''), 20, '0')), hex(xxhash64(_value))) as _order
        from (
          select
            _value,
            j is null or j._bad is not null
              or not (endswith(_value, '}') or endswith(rtrim(' \t\r\n', _value), '}')) as _bad,
            coalesce(j.payload, named_struct('before', j.`before`, 'after', j.`after`, 'op', j.`op`, 'source', j.`source`, 'ts_ms', j.`ts_ms`)) as m
          from (
            select
              string(`value`) as _value,
              from_json(
                string(`value`),
                '`before` struct<`id`: string, `name`: string>, `after` struct<`id`: string, `name`: string>, `op` string, `source` struct<`db`: string, `table`: string, `ts_ms`: string, `ts_us`: string, `ts_ns`: string, `lsn`: string, `sequence`: string, `commit_lsn`: string, `change_lsn`: string, `event_serial_no`: string, `file`: string, `pos`: string, `row`: string, `commit_scn`: string, `scn`: string, `ord`: string>, `ts_ms` string, `payload` struct<`before`: struct<`id`: string, `name`: string>, `after`: struct<`id`: string, `name`: string>, `op`: string, `source`: struct<`db`: string, `table`: string, `ts_ms`: string, `ts_us`: string, `ts_ns`: string, `lsn`: string, `sequence`: string, `commit_lsn`: string, `change_lsn`: string, `event_serial_no`: string, `file`: string, `pos`: string, `row`: string, `commit_scn`: string, `scn`: string, `ord`: string>, `ts_ms`: string>, `_bad` string',
                map('mode', 'PERMISSIVE', 'columnNameOfCorruptRecord', '_bad')
              ) as j
            from messages
            where (octet_length(string(`value`)) > 20 or trim(string(`value`)) not in ('', 'null'))
          )
        )
      )
      lateral view inline(case
          when _bad or m is null then raise_error(concat('tablestore.cdc(messages): the message', ' is not a JSON object of the format debezium-json', ': ', left(_value, 200)))
          when m.op = 'm' then null
          when m.op = 't' then raise_error(concat('tablestore.cdc(messages): the message', ' empties its table: write truncates=\'apply\' to delete its rows, or truncates=\'skip\' to leave them', ': ', left(_value, 200)))
          when coalesce(m.op, '') not in ('c', 'r', 'u', 'd') then raise_error(concat('tablestore.cdc(messages): the message', concat(' has the unknown operation ', coalesce(m.op, 'null'), '; known are c, r, u, d, m, t'), ': ', left(_value, 200)))
          when m.op = 'd' and m.before is not null then array(named_struct('kind', '-D', 'image', m.before, 'n', '0'))
          when m.op = 'd' then raise_error(concat('tablestore.cdc(messages): the message', ' has no row before its change: send it (with PostgreSQL, alter the table: replica identity full), or give the model a primary_key, with which updates become upserts', ': ', left(_value, 200)))
          when m.after is null then raise_error(concat('tablestore.cdc(messages): the message', ' has no new row', ': ', left(_value, 200)))
          when m.op in ('c', 'r') then array(named_struct('kind', '+I', 'image', m.after, 'n', '0'))
          when m.op = 'u' and m.before is not null then array(named_struct('kind', '-U', 'image', m.before, 'n', '0'), named_struct('kind', '+U', 'image', m.after, 'n', '1'))
          when m.op = 'u' then raise_error(concat('tablestore.cdc(messages): the message', ' has no row before its change: send it (with PostgreSQL, alter the table: replica identity full), or give the model a primary_key, with which updates become upserts', ': ', left(_value, 200)))
        end) as _row_kind, _image, _n
    )
  )
  lateral view explode(if(
    `id` is null and _image.`id` is not null
    or _image.`name` <=> '__debezium_unavailable_value',
    raise_error(concat('tablestore.cdc(messages): the message', ' has ', concat_ws('; ', if(`id` is null and _image.`id` is not null, 'a value in column id that is not of type int', null), if(_image.`name` <=> '__debezium_unavailable_value', 'no value of column name, which its update did not change: give the model a primary_key, and the value is kept', null)), ': ', left(_value, 200))),
    array(true)
  )) as _fits
)
