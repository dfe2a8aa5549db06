-- deletes, delta
select
  count(*) as rows_folded,
  count_if(case
    when new.`order_id` is null then 'key column order_id is null'
    when new._unknown_kind is not null then concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')
  end is not null) as rows_refused,
  coalesce(sum(_rows), 0) as rows_in_batch
from `orders__fold_5_a1a1a1a1` as new
