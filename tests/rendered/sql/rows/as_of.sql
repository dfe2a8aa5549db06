(
    select *
    from history
    where `valid_from` <= timestamp '2026-01-31 12:00:00'
      and (`valid_to` > timestamp '2026-01-31 12:00:00' or `valid_to` is null)
      and not (`dbt_is_deleted` <=> 'True')
)
