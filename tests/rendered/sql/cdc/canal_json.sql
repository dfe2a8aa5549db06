(
  select * except (_value, _image, _fits)
  from (
    select
      try_cast(_image.`id` as int) as `id`,
      _image.`name` as `name`,
      _value,
      _image,
      _row_kind,
      _cdc_order
    from (
      select
        _value,
        _row_kind,
        _image,
        concat_ws(' ', _order, lpad(n, 6, '0'), _n) as _cdc_order
      from (
        select *, concat_ws(' ', concat_ws(' ', lpad(coalesce(string(m.es), ''), 20, '00000000000000000000'), lpad(coalesce(string(m.id), ''), 20, '00000000000000000000'), lpad(coalesce(string(m.ts), ''), 20, '00000000000000000000')), hex(xxhash64(_value))) as _order
        from (
          select
            _value,
            if(j._bad is null and size(j.objects) = 2 and get(j.objects, 0) is not null and get(j.objects, 1) is null, get(j.objects, 0), null) as m
          from (
            select
              string(`value`) as _value,
              from_json(
                concat('{"objects":[', string(`value`), ',null]}'),
                '`objects` array<struct<`data`: array<struct<`id`: string, `name`: string>>, `old`: array<map<string, variant>>, `type`: string, `database`: string, `table`: string, `es`: bigint, `id`: bigint, `ts`: bigint>>, `_bad` string',
                map('mode', 'PERMISSIVE', 'columnNameOfCorruptRecord', '_bad')
              ) as j
            from messages
            where (octet_length(string(`value`)) > 20 or trim(string(`value`)) not in ('', 'null'))
          )
        )
      )
      lateral view posexplode(case
          when m is null then raise_error(concat('tablestore.cdc(messages): the message', ' is not a JSON object of the format canal-json', ': ', left(_value, 200)))
          when m.type in ('CREATE', 'ALTER', 'RENAME', 'ERASE', 'CINDEX', 'DINDEX', 'QUERY') then null
          when m.type = 'TRUNCATE' then raise_error(concat('tablestore.cdc(messages): the message', ' empties its table: write truncates=\'apply\' to delete its rows, or truncates=\'skip\' to leave them', ': ', left(_value, 200)))
          when coalesce(m.type, '') not in ('INSERT', 'UPDATE', 'DELETE') then raise_error(concat('tablestore.cdc(messages): the message', concat(' has the unknown operation ', coalesce(m.type, 'null'), '; known are INSERT, UPDATE, DELETE, CREATE, ALTER, RENAME, ERASE, CINDEX, DINDEX, QUERY, TRUNCATE'), ': ', left(_value, 200)))
          when m.data is null then raise_error(concat('tablestore.cdc(messages): the message', ' has no rows', ': ', left(_value, 200)))
          when exists(m.data, r -> r is null) then raise_error(concat('tablestore.cdc(messages): the message', ' has no new row', ': ', left(_value, 200)))
          when m.type = 'UPDATE' and exists(transform(m.data, (r, n) -> get(m.old, n) is not null), known -> not known) then raise_error(concat('tablestore.cdc(messages): the message', ' has no row before its change: send it (an update of Canal has its former values in `old`), or give the model a primary_key, with which updates become upserts', ': ', left(_value, 200)))
          else m.data
        end) as n, r
      lateral view inline(case
          when m.type = 'DELETE' and r is not null then array(named_struct('kind', '-D', 'image', r, 'n', '0'))
          when m.type = 'INSERT' then array(named_struct('kind', '+I', 'image', r, 'n', '0'))
          when m.type = 'UPDATE' and get(m.old, n) is not null then array(
            named_struct('kind', '-U', 'image', named_struct(
              'id', case
                  when map_contains_key(get(m.old, n), 'id') then try_variant_get(try_element_at(get(m.old, n), 'id'), '$', 'string')
                  else r.`id`
                end,
              'name', case
                  when map_contains_key(get(m.old, n), 'name') then try_variant_get(try_element_at(get(m.old, n), 'name'), '$', 'string')
                  else r.`name`
                end
            ), 'n', '0'),
            named_struct('kind', '+U', 'image', r, 'n', '1')
          )
        end) as _row_kind, _image, _n
    )
  )
  lateral view explode(if(
    `id` is null and _image.`id` is not null,
    raise_error(concat('tablestore.cdc(messages): the message', ' has ', concat_ws('; ', if(`id` is null and _image.`id` is not null, 'a value in column id that is not of type int', null)), ': ', left(_value, 200))),
    array(true)
  )) as _fits
  /* tablestore.order {"by": "the position in the source that canal-json has"} */
)
