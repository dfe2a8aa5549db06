(
    select *
    from history
    where `valid_from` <= timestamp_ntz '2026-01-31 12:00:00'
      and (`valid_to` > timestamp_ntz '2026-01-31 12:00:00' or `valid_to` is null)
      and not (`dbt_is_deleted` <=> 'True')
)
