(
    select *
    from (select * from history)
    where `dbt_valid_from` <= (current_timestamp())
      and (`dbt_valid_to` > (current_timestamp()) or `dbt_valid_to` is null)
)
