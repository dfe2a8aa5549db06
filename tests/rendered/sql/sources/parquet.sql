(
  select
    *,
    _metadata.file_path as _file_path,
    lpad(_metadata.row_index, 20, '0') as _file_position
  from parquet.`/land` with (recursiveFileLookup = 'true', mergeSchema = 'true')
  where true
)
