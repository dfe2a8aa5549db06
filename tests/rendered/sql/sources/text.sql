(
  select
    value,
    _metadata.file_path as _file_path,
    concat(lpad(_metadata.file_block_start, 20, '0'), ' ', lpad(monotonically_increasing_id(), 20, '0')) as _file_position
  from text.`/land/a``b` with (recursiveFileLookup = 'true')
  where true
)
