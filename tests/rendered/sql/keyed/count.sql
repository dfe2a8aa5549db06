-- plain
select
  count_if(_change = 'insert') as rows_inserted,
  count_if(_change = 'update') as rows_updated,
  count_if(_change = 'delete') as rows_deleted,
  count_if(_change = 'unchanged') as rows_unchanged,
  count_if(_change = 'late') as rows_ignored_late,
  count_if(_change = 'ignored') as rows_ignored,
  count_if(_change = 'refused') as rows_refused,
  coalesce(sum(_rows), 0) as rows_in_batch
from `orders__commit_5_a1a1a1a1`;

-- delta
select
  count(*) as rows_folded,
  count(case when new.`order_id` is null then 'key column order_id is null' end) as rows_refused,
  coalesce(sum(_rows), 0) as rows_in_batch
from `orders__fold_5_a1a1a1a1` as new;

-- ttl
select
  count_if(_change = 'insert') as rows_inserted,
  count_if(_change = 'update') as rows_updated,
  count_if(_write = 'delete') as rows_deleted,
  count_if(_change = 'unchanged' and not (_write <=> 'delete')) as rows_unchanged,
  count_if(_change = 'late') as rows_ignored_late,
  count_if(_change = 'ignored') as rows_ignored,
  count_if(_change = 'refused') as rows_refused,
  count_if(_write in ('update', 'delete')) as rows_merged,
  count_if(_write = 'insert') as rows_added,
  coalesce(sum(_rows), 0) as rows_in_batch
from `orders__commit_5_a1a1a1a1`;

-- deletes, delta
select
  count(*) as rows_folded,
  count(case
    when new.`order_id` is null then 'key column order_id is null'
    when new._unknown_kind is not null then concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')
  end) as rows_refused,
  coalesce(sum(_rows), 0) as rows_in_batch
from `orders__fold_5_a1a1a1a1` as new;
