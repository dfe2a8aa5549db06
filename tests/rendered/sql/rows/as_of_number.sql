(
    select *
    from history
    where `dbt_valid_from` <= 7
      and (`dbt_valid_to` > 7 or `dbt_valid_to` is null)
)
