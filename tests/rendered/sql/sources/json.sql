(
  select j.`id`, j.`name`, _file_path, _file_position
  from (
    select
      _file_path,
      _file_position,
      if(
        j._bad is null and size(j.objects) = 2 and get(j.objects, 0) is not null and get(j.objects, 1) is null,
        get(j.objects, 0),
        raise_error(concat('tablestore.new_files(/land): a line of ', _file_path, ' is not a JSON object with values of the columns'' types: ', left(value, 200)))
      ) as j
    from (
      select
        *,
        from_json(
          concat('{"objects":[', value, ',null]}'),
          '`objects` array<struct<`id`: int, `name`: string>>, `_bad` string',
          map('mode', 'PERMISSIVE', 'columnNameOfCorruptRecord', '_bad')
        ) as j
      from (
        select
          value,
          _metadata.file_path as _file_path,
          concat(lpad(_metadata.file_block_start, 20, '0'), ' ', lpad(monotonically_increasing_id(), 20, '0')) as _file_position
        from text.`/land` with (recursiveFileLookup = 'true', pathGlobFilter = '*.json')
        where true
      )
      where trim(value) <> ''
    )
  )
)
