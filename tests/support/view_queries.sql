-- Queries over the tables of view_queries.py, one per line, with every part of SQL that a materialized view can have.
with c as (select k, count(*) as n from r group by k) select a.k, b.n from c a join c b on a.k = b.k + 1
with c as (select k, count(*) as n from r group by k), d as (select max(n) as m from c) select c.k from c, d where c.n = d.m
select k, v from r where k not in (select k from s)
select k, v from r where v not in (select w from s where w is not null)
select k from r where (k, g) in (select k, h from s)
select k, (select max(w) from s where s.k = r.k) as m from r
select k, (select count(*) from s where s.k = r.k) as m from r where v > 0
select k, (select sum(w) from s) as total from r
select k from r where exists (select 1 from s where s.k = r.k and s.w > r.v)
select k from r where not exists (select 1 from s where s.k = r.k and s.w > r.v)
select k from r where v > (select avg(v) from r)
select k from r where v > (select avg(v) from r as i where i.g = r.g)
select count(*) from r
select sum(v) as s, min(v) as a, max(v) as b, avg(v) as c from r where g = 1
select count(*) as n from r having count(*) > 5
select k from r group by k having sum(v) > 2
select k + 1 as kk, count(*) from r group by k + 1
select k as kk, count(*) from r group by kk
select k as g, g as k2, count(*) as n from r group by 1, 2
select k, count(distinct v) as a, sum(distinct v) as b, count(distinct v, g) as c from r group by k
select k, count(*) filter (where v > 1) as a, sum(v) filter (where g is null) as b from r group by k
select k, count(v, g) as n from r group by k
select distinct k, g from r
select distinct k from r where v > 1 union select h from s
select k from r union all select k from s union all select k from z
select k, g from r intersect select k, h from s
select k from r except select k from s
select r.*, s.w from r left join s on r.k = s.k
select r.k, s.w from r right join s on r.k = s.k and r.g = s.h
select r.k, s.k as k2 from r full join s on r.k = s.k
select coalesce(r.k, s.k) as k, r.v, s.w from r full outer join s on r.k <=> s.k
select * from r join s using (k)
select * from r natural join z
select r.k, s.w from r join s on r.k < s.k
select a.k, b.v from r a join r b on a.k = b.g and a.v <= b.v
select a.k, b.v from r a left join r b on a.k = b.g and a.v < b.v
select r.k from r left semi join s on r.k = s.k and r.v > s.w
select r.k from r left anti join s on r.k = s.k
select r.k, s.w from r cross join s where r.k = s.h
select k, e from s lateral view explode(a) x as e
select k, e from s lateral view outer explode(a) x as e
select k, p, e from s lateral view posexplode(a) x as p, e
select k, explode(a) as e from s
select e, count(*) as n from s lateral view explode(a) x as e group by e
select k, v, rank() over (partition by k order by v) as p from r
select k, v, sum(v) over (partition by k order by v rows between unbounded preceding and current row) as p from (select distinct k, v from r)
select k, v, lag(v) over (partition by k order by v) as p from (select distinct k, v from r)
select k, v from r qualify rank() over (partition by k order by v desc) <= 2
select * from (select k, v, dense_rank() over (partition by k order by v) as d from r) where d = 1
select k, v, count(*) over (partition by k, g) as n, max(v) over (partition by k) as m from r
select k, sum(n) as total, max(n) as most from (select k, g, count(*) as n from r group by k, g) group by k
select most, count(*) from (select k, max(v) as most from r group by k) group by most
select transform(a, x -> x + 1) as b, k from s
select filter(a, x -> x > k) as b, k from s
select aggregate(a, 0, (acc, x) -> acc + coalesce(x, 0)) as b, k from s
select k + 1 as x, x * 2 as y from r
select k, v as K2 from r
select r.K, R.V from r
select `k` as `a b`, v as `from` from r
select k, case when v > 2 then 'big' when v is null then 'none' else 'small' end as c from r
select case v when 1 then 'a' when null then 'b' end as c, count(*) from r group by 1
select k, v from r where v in (1, 2, null)
select k, n from r where n like 'a%' or n is null
select k, cast(v as string) || coalesce(n, '?') as t, try_cast(x as int) as xi from r join u on r.g = u.g
select max(n) as a, min(n) as b from r
select g, avg(x) as a, sum(x) as b, max(x) as c from u group by g
select g, avg(k) as a from r group by g
select g, max_by(n, v) as a from (select g, v, max(n) as n from r group by g, v) group by g
select g, bool_and(v > 1) as a, bool_or(v > 1) as b, count_if(v > 1) as c from r group by g
select g, array_sort(collect_set(v)) as a from r group by g
select g, array_sort(collect_list(v)) as a from r group by g
select g, stddev(v) as s from r group by g
select g, approx_count_distinct(v) as p from r group by g
select k, <<any_value(v)|in v>> as a, count(*) as c, <<last(n)|in n>> as l from r group by k
select named_struct('a', k, 'b', v) as s from r
select t.s.a from (select named_struct('a', k, 'b', v) as s from r) t
select if(exists (select 1 from s where s.k = r.k), 'y', 'n') as f, k from r
select k from r where k in (select k from s) or v = 1
select k, sum(v) from r group by rollup(k)
select k, g, grouping_id() as i, sum(v) as t from r group by rollup(k), g
select k, sum(v) from r group by all
select k, g, sum(v) from r group by grouping sets ((k), (g))
select * from (select k, v from r) p (x, y) where x > 1
select * from values (1, 'a'), (2, 'b') as t(k, l) join r using (k)
select r.k, l.m from r, lateral (select max(w) as m from s where s.k = r.k) l
select k, v from r order by v desc, k, g, n limit 3
select k, v from r order by 2, 1, g, n limit 3 offset 1
select sum(v) as s from r order by s
select k, v, n from r order by all desc nulls last limit 3
select k from (select k, v, n from r order by all limit 3) as q
select k, v from r union all select k, w from s order by all limit 3
select k, n, count(*) as c, count(*) over (partition by k) as gs, max(n) over (partition by k) as m from r group by k, n
select k, max(v) as m, count(*) over (partition by count(*)) as x from r group by k
select k, v from r group by k, v having max(v) > 0 qualify max(v) over (partition by k) > 1
select 1 as one
select 1 as one from r
select null as x, k from r
select k from (select k from r union select k from s) where k is not null group by k having count(*) = 1
select a.k from r a where a.v = (select max(b.v) from r b where b.k = a.k and b.g <=> a.g)
select a.k, count(*) as n from r a join s b on a.k = b.k left join z c on b.h = c.k where c.y is null or c.y <> 'a' group by a.k
select z.y, sum(d.t) as t from z join (select k, sum(v) as t from r group by k) d on d.k = z.k group by z.y
select z.k, d.t from z left join (select k, sum(v) as t from r group by k) d on d.k = z.k
select d.k, e.t from (select distinct k from r) d full join (select h, max(w) as t from s group by h) e on d.k = e.h
with a as (select k, v from r where v > 0), b as (select * from a where k > 0), c as (select * from a) select b.k, c.v from b join c on b.k = c.k
with k as (select k from r) select k.k from k
with r as (select k from s) select k from r
select x.k from r x where x.k in (select y.k from s y where y.w in (select v from r i where i.g = y.h))
select k, v, v - lag(v, 1, 0) over (partition by k order by v) as d from (select k, v from r group by k, v)
select first_value(v) over (partition by k order by v nulls last) as f, k from r
select ntile(2) over (partition by k order by v, g, n) as f, k, v, g, n from r
select k, g, v from r where v between 1 and 2 and not (g = 1)
select try_divide(v, g) as d, k from r
select k % 2 as p, sum(v * 1.5) as s from r group by k % 2
select date_add(date'2024-01-01', k) as d, timestamp'2024-01-01 00:00:00' + make_interval(0, 0, 0, v) as t from r
select cast(v as double) / 3 as d from r
select sum(cast(v as double)) as d, k from r group by k
select k, max(a) as a from s group by k
select explode(sequence(1, v)) as e, k from r where v > 0
select k, array(v, g) as arr from r union all select k, a from s
select g, min(x) filter (where h > 1) as m, max(h) as n from u group by g
select k, string(v) as t from r where string(v) = '1'
select count(*) as n, count(v) as c, sum(1) as o from r where false
select count(*) as n from r where k in (select k from s where w > 1)
select r.k, s2.c from r join (select k, count(*) as c from s group by k having count(*) > 1) s2 on r.k = s2.k
select k, listagg(n, ',') within group (order by n) as l from r group by k
select g, regr_slope(v, k) as m from r group by g
select * from r pivot (sum(v) for k in (1, 2))
select /*+ broadcast(s) */ r.k, s.w from r join s on r.k = s.k
select ifnull(v, 0) as v, nvl2(v, 1, 2) as w, nullif(v, 1) as z, decode(v, 1, 'a', 'b') as d from r
select greatest(v, g) as a, least(k, g) as b, coalesce(v, g, k) as c, hash(k) as h, md5(n) as m from r
select r.k from r where r.k = (select max(k) from s having count(*) > 2)
select s.k, (select collect_list(v) from r where false) as l from s
select sum(v) over (partition by k order by g range between 1 preceding and current row) as w, k from r
select r.k, s.h, u.x from r left join (s join u on s.h = u.h) on r.k = s.k
select r.k, s.h, x from (r join s on r.k = s.k) left join ((u join z on u.g = z.k) join s as t on t.h = u.h) on u.h = s.h and t.w = r.v
select k, w from s where exists(a, e -> e > 1)
select k, w, exists(a, e -> e is null) as n from s where not exists(a, e -> e > w)
select k from s where exists(a, e -> e > 1) or exists (select 1 from r where r.k = s.k)
select k, explode(a) as e, count(*) over (partition by k) as p from s
select k, explode_outer(a) as e, sum(w) over (partition by k) as p from s
select k, explode(array(1,2)) as e, count(*) as n from s group by k
select k from r where (k, v) not in (select h, w from s where s.k = r.k)
select k from r where (k, v) in (select h, w from s where s.k = r.k)
select k, <<any_value(v)|in v>> as a from r group by k having (select count(*) from s) > 3
select k, explode(a) as e, w from s qualify rank() over (partition by k order by w) = 1
select k, g, count(*) as n, sum(v) as t from r where v > 5 group by rollup(k, g)
select k, g, grouping_id() as i, count(*) as n from r group by cube(k, g)
select k, g, count(*) as n from r group by k, g with rollup
select k, g, count(*) as n from r group by k, g grouping sets ((k, g), (k), ())
select n, sum(v) as t from r group by grouping sets ((n), ()) having grouping(n) = 1 or n > 'a'
select * from (select k, g, v from r) pivot (sum(v) for g in (1, 2))
select * from r pivot (count(*) for g in (1, 2))
select * from (select k, g, v from r) pivot (count(*) as c, avg(v) for g in (1 as one, 2, null))
select * from (select k, g, v, n from r) pivot (count(v) as c, max(n) as m for g in (1 as one, 2))
select * from (select g, v from r) pivot (count(*) for g in (1, 2))
select * from (select k, g, v from r) pivot (sum(v) for g in ('1', '2'))
with c as (select k, g as `G x`, v from r) select * from c pivot (max(v) for `G x` in (0, 1)) where k is not null
select * from (select k, g, v from r) pivot (array_sort(collect_list(v)) for g in (1, 2))
select * from (select k, g, v from r) pivot (<<first(v)|in v>> for g in (1, 2))
select * from (select k, v from r) unpivot (val for name in (k, v))
select * from r unpivot exclude nulls ((x, y) for name in ((k, v) as kv, (g, k)))
select * from r as t unpivot include nulls ((X, y) for `the name` in ((t.K, n) as `a'b`, (v, n) as c)) as u
select * from (select k, cast(v as tinyint) as v, 1.5 * g as g, array(n) as n from r) unpivot (x for name in (k, v, G))
select u.x, e from r unpivot (x for name in (k, v)) u lateral view explode(array(1, u.g)) y as e
select * from (select k, array(v) as a, array(g, 1) as b from r) unpivot include nulls (x for name in (a, b))
select k as _which, name, x from (select k, k as _which, v, g from r) unpivot (x for name in (v, g)) where _which > 0
select * from (select k, g, v from r) pivot (<<any_value(v)|in v>> for g in (1, 2))
select * from (select k, g, max(n) as n from r group by k, g) pivot (first(n) for g in (1, 2))
select * from (select k, g, max(n) as n from r group by k, g) pivot (last_value(n) ignore nulls as l, array_sort(collect_set(n)) as c for g in (1, 2))
select * from (select k, g, v, n from r) pivot (max_by(n, struct(v, n)) as m, array_sort(array_agg(v)) as c for g in (1, 2))
select * from (select k, g, v from r pivot (sum(n) for n in ('a')) ) pivot (sum(v) for g in (1, 2))
select t.x.*, count(*) as n from (select k, named_struct('a', g) as x from r) t group by t.x.a
with t as (select k, named_struct('a', g, 'B', named_struct('c', v)) as x from r) select t.x.*, s.w, x.a + 1 as d, t.x.b.* from t join s on s.k = t.k
select x.* except (a), k from (select k, named_struct('a', g, 'b', v) as x from r)
-- Those that need a full refresh.
select g as k, count(*) as n from r group by k
select k, v, row_number() over (order by k, v, g, n) as p from r
select k from r where k = any (select k from s)
select k in (select k from s) as f, k from r
select k, count(*) over () as n from r
select k, current_date() as d from r
select k, rand() as d from r
with recursive t(n) as (select 1 union all select n + 1 from t where n < 3) select * from t
select (select 1) as a, k from r
select max(d) from (select sum(cast(v as double)) as d, k from r group by k)
select inline(array(struct(k, v))) from r
select k, explode(collect_list(w)) as e, count(*) over (partition by k) as p from s group by k
select count(*) as c from r join u on r.k = u.h unpivot (a for b in (v, h))
select a, count(*) as c from r, (select w from s) unpivot (a for b in (w)) group by a
select * from r, (select w from s) pivot (count(k) for w in (1, 2))
