-- Subqueries and windows over the tables of view_queries.py, one query per line, which DuckDB answers as SQL does.
select k, (select count(*) from s where s.k = r.k having count(*) > 1) as c from r
select k, (select count(*) from s where s.k = r.k having count(*) < 1) as c from r
select k, (select max(w) from s where s.k = r.k having max(w) is null) as c from r
select k, (select max(w) from s having count(*) > 5) as c from r
select k, (select greatest(sum(w),0) from s where s.k = r.k) as c from r
select k, (select array(max(w)) from s where s.k = r.k) as c from r
select k, (select struct(max(w)) from s where s.k = r.k) as c from r
select k, (select max(w) <=> null from s where s.k = r.k) as c from r
select k, (select max(w) > 3 or true from s where s.k = r.k) as c from r
select k, (select regr_count(w,w) from s where s.k = r.k) as c from r
select k, (select concat_ws('-', max(w), 'x') from s where s.k = r.k) as c from r
select k, (select 7 from s where s.k = r.k having max(w) is null) as c from r
select k, (select count(distinct w) from s where s.k = r.k) + 1 as c from r
select k, (select distinct count(*) from s where s.k = r.k) as c from r
select k, (select coalesce(max(w), 0) + count(*) from s where s.k = r.k and s.h = r.g) as c from r
select k from r where (select count(*) from s where s.k = r.k) = 0
select k, v from r where v not in (select w from s where s.k = r.k)
select k, v from r where v not in (select w from s where s.k = r.k and s.h > r.g)
select k, v from r where v not in (select max(w) from s where s.k = r.k)
select k, v from r where v not in (select count(*) from s where s.k = r.k)
select k, v from r where v not in (select max(w) from s where s.k = r.k group by h)
select k, v from r where v in (select count(*) from s where s.k = r.k group by h)
select k, v from r where v not in (select max(w) from s where s.k = r.k having count(*) > 1)
select k, v from r where v in (select max(w) from s where s.k = r.k having count(*) > 1)
select k, v from r where v in (select count(*) from s where s.k = r.k having count(*) < 2)
select k, v from r where v not in (select max(w) from s)
select k, v from r where v in (select max(w) from s)
select k, v from r where exists (select max(w) from s where s.k = r.k)
select k, v from r where not exists (select max(w) from s where s.k = r.k)
select k, v from r where exists (select max(w) from s where s.k = r.k having count(*) > 1)
select k, v from r where not exists (select max(w) from s where s.k = r.k having count(*) > 1)
select k, v from r where not exists (select max(w) from s where s.k = r.k having count(*) = 0)
select k, v from r where exists (select max(w) from s where s.k = r.k having count(*) > 1) or v = 1
select k, v from r where v not in (select w from s where s.k = r.k) or g = 1
select k, v from r where v not in (select w from s) or g = 1
select k, v from r where v in (select w from s where s.k = r.k) or g = 1
select k, case when v in (select w from s) then 'a' else 'b' end as c from r
select k, case when not (v in (select w from s)) then 'a' else 'b' end as c from r
select k, exists (select 1 from s) as f from r
select k, not exists (select 1 from s where s.k = r.k) as f from r
select k, v from r where v in (select row_number() over (order by w, h, k, a) from s where s.k = r.k)
select k, v from r where v in (select rank() over (order by w) from s where s.k = r.k)
select k, v from r where v in (select rank() over (partition by h order by w) from s where s.k = r.k)
select k, v from r where v in (select rank() over (partition by h order by count(*)) from s where s.k = r.k group by w, h)
select k, v from r where exists (select rank() over (partition by h order by w) from s where s.k = r.k)
select k, v from r where exists (select 1 from s where s.k = r.k qualify rank() over (order by w) = 2)
select k, (select max(p) from (select rank() over (order by w) p, k from s) x where x.k = r.k) as m from r
select k, (select max(p) from (select rank() over (partition by h order by w) p, k from s) x where x.k = r.k) as m from r
select k, v, count(*) over (partition by 1, k) as n from r
select k, v, sum(v) over (partition by null, k order by g) as n from r
select k, v, sum(v) over (partition by k + 1 order by g) as n from r
select k, (select max(w) from s where s.k = r.k and exists (select 1 from z where z.k = s.h)) as c from r
select k, sum(v) as t from r group by k having sum(v) > (select count(*) from s where s.k = r.k)
select k, sum(v) as t from r group by k having k not in (select h from s where s.k = r.k)
select k, (select count(*) from s where s.k = r.k and s.w > (select coalesce(max(g), 0) from r r2 where r2.k = s.k)) as c from r
select k, case when (v in (select w from s) or g > 1) and k is not null then 1 else 0 end as c from r
select k, case g when 1 then 2 else (select min(w) from s where s.k = r.g having min(w) > 0) end as c from r
select k, (select max(w) from s where s.k = r.k) + (select max(g) from u where u.h = r.k) as c from r where (select count(*) from z where z.k = r.g) > 0
select k, if(v in (select max(w) from s where s.k = r.k having count(*) > 0), 1, 2) as c from r
select k, v from r where not exists (select 1 from s where s.k = r.k and s.w not in (select x.v from r x where x.g = s.h))
select k, v from r where k in (select s.k from s where s.w in (select max(i.v) from r i where i.g = s.h))
select k, v, row_number() over (partition by k order by g<ties v, n>) as p from r
select k, p, count(*) as n from (select k, v, row_number() over (partition by k order by g<ties v, n>) as p from r) group by k, p
select k, sum(p) as t, sum(v) as s from (select k, v, g, row_number() over (partition by k order by g<ties v, n>) as p from r) where v > 0 group by k
select k, v from (select k, v, row_number() over (partition by k order by g<ties v, n>) as p from r) where p = 1
select g, sum(v) as t from (select k, v, g, row_number() over (partition by k order by g<ties v, n>) as p from r) where p = 1 group by g
select g, sum(d) as t from (select g, v - lag(v) over (partition by k order by g<ties v, n>) as d from r) group by g
select k, first_value(v) over (partition by k order by g<ties v, n>) as f from r
select k, sum(f) as t from (select k, first_value(v) over (partition by k order by g<ties v, n>) as f from r) group by k
select k, last_value(v) over (partition by k order by g<ties v, n> rows between unbounded preceding and unbounded following) as f from r
select k, sum(v) over (partition by k order by g<ties v, n> rows unbounded preceding) as f from r
select k, ntile(2) over (partition by k order by g<ties v, n>) as f, v from r
select k, v, row_number() over (partition by k order by c<ties v>) as p from (select k, v, count(*) as c from r group by k, v) where k > 0
select k, last_value(c) over (partition by k order by v) as p from (select k, v, count(*) as c from r group by k, v)
select k, v, rank() over (partition by k order by g) as a, dense_rank() over (partition by k order by g) as b, sum(v) over (partition by k order by g) as c, cume_dist() over (partition by k order by g) as d from r
select v, k in (1, 2) as f, row_number() over (partition by k order by g<ties v, n>) as p from r limit 100
select k, v from r where v in (select row_number() over (order by w, h, a) from s where s.k = r.k)
with f as (select k, v, n, row_number() over (partition by k order by g<ties v, n>) as p from r) select a.k, a.v, b.n from f a join f b on a.k = b.k and a.p = b.p
with f as (select k, v, n, row_number() over (partition by k order by g<ties v, n>) as p from r) select k, v, cast(null as string) as n, p from f union all select k, 0, n, p from f
with f as (select k, v, n, row_number() over (partition by k order by g<ties v, n>) as p from r) select a.k, a.v, (select max(b.n) from f b where b.k = a.k and b.p = a.p) as n from f a
with f as (select k, v, n, row_number() over (partition by k order by g<ties v, n>) as p from r), h as (select k, n, p from f where p < 3) select a.k, a.v, b.n from f a join h b on a.k = b.k and a.p = b.p
select a.k, a.v, b.n from (select k, v, n, row_number() over (partition by k order by g<ties v, n>) as p from r) a left join (select k, v, n, row_number() over (partition by k order by g<ties v, n>) as p from r) b on a.k = b.k and a.p = b.p
with f as (select k, n, v, lag(v) over (partition by k order by g<ties v, n>) as l from r), h as (select k, n, v, l, row_number() over (partition by k order by v, n, l) as p from f) select a.k, a.v, b.n, b.l from h a join h b on a.k = b.k and a.p = b.p
select k, v, lead(v, 1) ignore nulls over (partition by k order by g<ties v, n>) as f from r
select k, nth_value(v, 2) respect nulls over (partition by k order by g<ties v, n> rows between unbounded preceding and unbounded following) as f from r
select k, first_value(v) ignore nulls over (partition by k order by g<ties v, n> rows unbounded preceding) as f from r
select k, first_value(v) ignore nulls over (partition by k order by g, v, n) as f from r
select k, v from r where v between datediff(current_date(), date '2024-01-01') - 2 and datediff(current_date(), date '2024-01-01') and date_add(date '2024-01-01', g) <= current_date()
select r.k, s.w from r left join s on r.k = s.k and s.w > datediff(current_date(), date '2024-01-01') where r.v <= datediff(current_date(), date '2024-01-01')
with x as (select k, sum(v) as t from r where v < datediff(current_date(), date '2024-01-01') group by k) select a.k, b.t from x a join x b on a.k = b.k where a.k > datediff(current_date(), date '2024-01-01') or b.t < datediff(current_date(), date '2024-01-01')
select k, v from r where v not in (select w from s where s.k = r.k and s.w > datediff(current_date(), date '2024-01-01')) union all select k, count(*) from z group by k having count(*) < datediff(current_date(), date '2024-01-01')
with f as (select k, v, n, row_number() over (partition by k order by g<ties v, n>) as p from r) select a.k, a.v, b.n from f a join (select k, n, p from f order by k, p, n limit 3) b on a.k = b.k and a.p = b.p
select k, lag(v) over w as s, row_number() over (w) as c, max(v) over p as m from r window p as (partition by g), w as (partition by k order by g<ties v, n>)
select r.k, s.w, v from r join s on r.k = s.k and s.w in (select h from u) and exists (select 1 from u where u.h <=> s.h)
select k, v, (select count(*) from s where s.k <=> r.k) as c from r where v not in (select w from s where s.k <=> r.k) or g = 1
select k, g from r intersect select h, w from s
select k, g from r intersect all select h, w from s
select k, count(*) as n from (select k, g from r except all select h, w from s) group by k
select k from r union select h from s except select g from u
select t.l, r.v from (values (1, 'a'), (2, 'b'), (null, 'c')) as t(k, l) left join r on r.k = t.k union all select 'd', 1
select k, g, n, count(v) as c from (select k, g, v, n from r union all select 1, 1, 1, 'a') group by k, rollup(g, n) having count(v) > 1
select k, g, grouping(k) as a, grouping_id(k, g) as c, sum(v) as t, max(k) as m from (select k, g, v from r union all select 1, 1, 1) group by cube(k, g)
select r.k, s.h, sum(v) as t, rank() over (partition by grouping(r.k) order by sum(v)) as p from r join s on r.k = s.k group by grouping sets ((r.k), (s.h), (r.k))
select k, v from r where v not in (select w from s) and g not in (select max(w) from s group by k)
with top as (select k, v, n from r order by k desc<ties v, n> limit 3) select a.k, a.v, b.n, s.w from top a join top b on a.k = b.k and a.v = b.v join s on s.k = a.k
select s.k, x.t from s join (select k, sum(v) as t from r group by k order by t desc<ties k> limit 2 offset 1) x on x.k = s.k
select r.k, l.m, l.c, z.y from r left join lateral (select max(w) as m, count(*) + 1 as c from s where s.k = r.k and s.w > 1) as l on true join z on z.k = l.m
select r.k, l.h, l.c from r join lateral (select h, count(*) as c from s where s.k <=> r.k group by h) as l union all select r.k, l.a, l.b from r, lateral (select w, h from s where s.w < r.v) as l(a, b)
select k, v from r where (k, v) not in (select k, w from s)
select k, v from r where (k, v) not in (select k, w from s where s.h > r.g)
select k, v from r where (k, v, g) not in (select k, w, h from s)
select k, v from r where v not in (select w from s where s.h > r.g)
select k, v from r where (k, v) not in (select k, w from s) or g = 1
select k, v from r where (k, v) in (select k, w from s) or g = 1
select k, v from r where (k, v) in (select k, w from s where s.h = r.g) or g = 1
select k, v from r where (k, v) not in (select k, w from s where s.h = r.g) or g = 1
select k, v from r where (k, v) not in (select k, w from s where s.h = r.g)
select k, v from r where (k, v, g, n) not in (select k, w, h, 'a' from s)
select k, v from r where (k, v, g, n) not in (select s.k, s.w, s.h, z.y from s left join z on z.k = s.k)
select k, v from r where (k, v, g, n, k + g) not in (select s.k, s.w, s.h, z.y, u.h from s join z on z.k = s.k join u on u.g = s.h)
select k, v from r where (k, v, g, n, v, g) not in (select k, w, h, 'a', w, h from s where s.h > r.g or s.w is null)
select k, v from r where (k, v, g, n) not in (select k, w, h, 'a' from s) or g = 1
select k, v from r where (k, v) not in (select k, w from s where s.h > r.g) or g = 1
select k, v from r where v not in (select w from s where s.h > r.g) or g = 1
select k, v from r where v in (select w from s where s.h > r.g) or g = 1
select k, v from r where exists (select 1 from s where s.h > r.g and s.k <= r.k) or v = 1
select k, not exists (select 1 from s where s.h > r.g) as f from r
select k, v from r where (k, v, g, n) not in (select k, w, h, 'a' from s where s.w > datediff(current_date(), date '2024-01-01') and r.g <> 2)
select k from r order by v<ties k, g, n> limit 3
select g, sum(v) as t from r group by g order by count(*)<ties g, t> limit 2
select s.k, x.k as k2 from s join (select k from r order by v desc<ties k> limit 3) x on x.k = s.k
select s.k from s where s.k in (select k from r order by v<ties k> limit 2 offset 1)
select k, v + 1 as x from r order by n, x + g<ties k, x> limit 3
select k, g, rank() over (partition by k order by v) as p from r order by p<ties k, g> limit 3
select k, (select max(w) from s where s.k = r.k) as m from r order by m, k limit 3
select k, v from r qualify row_number() over (order by v<ties k, g, n>) <= 3
select * from (select k, v, row_number() over (order by v<ties k, g, n>) as p from r) where p < 3 and k > 0
select * from (select k, v, row_number() over (order by v<ties k, g, n>) as p from r) where p = 2
select * from (select k, v, rank() over (order by v) as p, row_number() over (order by v<ties k, g, n>) as q from r) where q <= 2
select * from (select k, v, rank() over (order by v) as p from r) where p <= 2
select k, v from r qualify dense_rank() over (order by v desc nulls last, g) < 3
select * from (select k, v, n, rank() over (order by v + g desc, k) as p, dense_rank() over (order by v + g desc, k) as q from r) where 2 >= q and k > 0
select k, v, p from (select k, v, rank() over (order by n) as p, dense_rank() over (order by n) as q from r) where p = 2
select k, v, row_number() over (order by v, k, g, n) as p, lag(v) over (partition by k order by g, v, n) as l from r qualify p <= 3
select k, v, lag(v) over (partition by k order by g, v, n) as l, row_number() over (order by v, k, g, n) as p from r qualify p <= 3
select * from (select k, rank() over (order by v) as p, count(*) over (partition by k) as c, v, dense_rank() over (order by v) as q from r) where p <= 2
select g, sum(v) as t from r group by g qualify rank() over (order by sum(v) desc) <= 2
select r.k, s.w, dense_rank() over (order by s.w, r.v) as p from r left join s on r.k = s.k qualify p <= 2
with x as (select k, v, rank() over (order by v) as p from r) select a.k, b.v from x a join x b on a.k = b.v where a.p <= 2 and b.p <= 1
select s.k, x.p from s join (select k, sum(v) over (order by v) as p from r) x on x.k = s.k
select s.k, x.p from s join (select k, sum(v) over () as p, count(*) over (partition by null) as c from r) x on x.k = s.k
select k, count(*) as n from (select k, rank() over (order by v) as p from r) group by k
select sum(p) as t from (select a.k, a.p, s.w from (select k, row_number() over (order by g<ties k, v, n>) as p from r) a join s on a.k = s.k)
select * from (select k, g, v from r) pivot (sum(v) for g in (1, 2))
select * from (select k, g, v from r) pivot (sum(v) as s, max(v) as m for g in (1 as one, 2 as two, null as none))
select p.k, s.w, p.`1` as a from (select * from (select k, g, v from r) pivot (max(v) for g in (1, 2))) p left join s on s.k = p.k
select * from (select g, v from r) pivot (sum(v + g) for g in (1, 2))
select a.k, b.t from r as a join (select k, `2` as t from (select k, g, v from r) pivot (min(v) for g in (2))) b on a.k = b.t
select s.h, x.f from s join (select k, <<first(v)|min_by(v, struct(g, v, n))>> as f, <<last(n)|max_by(n, struct(g, v, n))>> as l, max(g) as m from r group by k) x on x.k = s.k and x.m > 0 and x.l > 'a'
select f, count(*) as c from (select k, first(k) as f, max_by(k, k) as m from r group by k) where m > 0 group by f
select f, count(*) as c from (select k, <<any_value(v)|min_by(v, struct(v))>> as f from r group by k) group by f
select f, count(*) as c from (select k, <<first(v + 1)|min_by(v + 1, struct(v, n))>> filter (where n > 'a') as f from r group by k) group by f
select s.k, x.f, x.h from s join (select k, <<collect_list(v)|transform(array_sort(collect_list(struct(v, n)) filter (where v is not null)), e -> e.v)>> as f, <<max_by(n, v)|max_by(n, struct(v, n)) filter (where v is not null)>> as h from r group by k) x on x.k = s.k
select s.k, x.f from s join (select k, <<collect_set(v)|sort_array(collect_set(v))>> as f from r group by k) x on x.k = s.k
select s.k, x.p from s join (select k, row_number() over (order by max(n) filter (where v > 0), <<first(v)|min_by(v, struct(v, n))>>, k) as p from r group by k) x on x.k = s.k
select k, (select size(collect_list(w)) from s where s.k = r.k) as c from r
with c as (select k, <<first(v)|min_by(v, struct(v, n))>> as f, <<first(n)|min_by(n, struct(v, n))>> as m from r group by k) select a.k, a.m, b.m as m2 from c a join c b on a.k = b.k where b.f > 0 or b.f is null
with f as (select k, <<first(v)|min_by(v, struct(v, n))>> as v, <<first(n)|min_by(n, struct(v, n))>> as n from r group by k) select f.k, f.n, f.v, s.w from f left join s on f.v < s.w where f.k > datediff(current_date(), date '2024-01-01')
with f as (select k, <<first(v)|min_by(v, struct(v, n))>> as v, <<first(n)|min_by(n, struct(v, n))>> as n from r group by k) select a.k, a.n, b.v from f a join f b on a.k = b.k where a.k > datediff(current_date(), date '2024-01-01')
with f as (select k, <<first(v)|min_by(v, struct(v, n))>> as v, <<first(n)|min_by(n, struct(v, n))>> as n from r group by k) select k, n from f where k >= datediff(current_date(), date '2024-01-01') and v = (select max(v) from f)
select s.k, p.`1` as a from (select * from (select k, g, v from r) pivot (<<first(v)|min_by(v, struct(v))>> for g in (1, 2))) p join s on p.k = s.k
select * from (select k, g, max(v) as v from r group by k, g) pivot (first(v) for g in (1, 2, null))
select * from (select k, g, max(n) as n, max(v) as v from r group by k, g) pivot (last(v) as l, collect_list(n) as c for g in (1 as one, 2 as two))
select * from r unpivot (val for name in (k, v))
select * from r unpivot include nulls (val for name in (k as a, v as `b c`)) as u
select u.x, u.n, s.w from r unpivot exclude nulls (x for name in (k, v, g)) u left join s on u.x = s.k where u.name <> 'g'
select name, sum(x) as t from (select k + 1 as a, cast(v as bigint) as b, n from r) unpivot include nulls (x for name in (a, b)) group by name
select * from r unpivot include nulls ((x, y) for name in ((k, v) as kv, (g, k) as gk))
with t as (select k, g, v from r) select a.name, a.x, b.x as y from t unpivot (x for name in (g, v)) a join (select * from t unpivot (x for name in (v, g))) b on a.k = b.k and a.name = b.name
select * from (select k, g, v from r) pivot (sum(v) for g in (1 as a, 2 as b)) unpivot (x for name in (a, b))
select k, v from r where k in (select x from s unpivot (x for name in (h, w)))
select k, x.* from (select k, named_struct('a', g, 'b', v) as x from r) where k > 0
select x.*, s.w, x.a + 1 as c from (select k, named_struct('a', g, 'b', v) as x from r) t join s on s.k = t.k
with t as (select k, named_struct('a', g, 'b', v) as x from r), u2 as (select x.*, k from t) select a, count(*) as n, max(b) as m from u2 group by a
select r.k, v, count(s.w) as c from r left join s on r.k = s.k and not (r.v between datediff(current_date(), date '2024-01-01') - 1 and s.w) group by r.k, v
select r.k, v from r left anti join s on r.k <=> s.k and r.v <> datediff(current_date(), date '2024-01-01') where exists (select 1 from s where s.k = r.k and (r.v >= datediff(current_date(), date '2024-01-01') or s.w = 1))
select x.k, x.w, z.y from (select r.k, s.w from r left join s on r.v < s.w) x left join z on true union all select k, v, n from r where not exists (select 1 from s where s.w > r.v or s.h = r.g)
select r.k, count(*) as n, max(s.w) as m from r full join s on r.k = s.k and (r.v > datediff(current_date(), date '2024-01-01') or s.h = 1) full join z on z.k > r.k or s.w is null group by r.k
select k, v from r where v not in (select w from s where s.k = r.k and r.g >= datediff(current_date(), date '2024-01-01'))
select g, sum(case when k in (select k from s) then v else 0 end) as c, sum(v) filter (where exists (select 1 from s where s.k = r.k and w > 1)) as d from r group by g
select case when exists (select 1 from s where s.k = r.k) then 'y' else 'n' end as f, count(*) as c from r group by 1
select k, max((select max(w) from s where s.k = r.k)) as c from r group by k having max((select count(*) from s where s.h = r.g)) > 0
select n, (select max(w) from s) as m, count(*) as c from r group by n, (select max(w) from s)
select x.n, z.y from (select n, max(case when not exists (select 1 from s where s.k = r.k) then v end) as m from r group by (n)) x join z on z.k = x.m
select k, v from r where exists (select 1 from s where s.k = r.k order by w limit 1) and not exists (select 1 from z where z.k = r.v limit 2)
select r.k, v, s.w from r left semi join s on r.k = s.k left anti join s on r.v = s.w join s on s.k = r.k
select k, n from (select k, n, rank() over (order by k desc nulls last) as p from r) where p between 1 and 2
select k, n from (select k, n, dense_rank() over (order by k, n) as p from r) where p in (1, 3)
select a, count(*) as c from (select k, mean(v) as a, percentile_cont(0.5) within group (order by v) as m from r group by k) group by a
select k, v from r where v > (select 1 + g) and k <= (select datediff(current_date(), date '2024-01-01'))
select x, y from r as t(x, y, p, q) where q > 'a' union all (with c as (select k, v from r) select d.b, d.a from c as d(a, b) where a > 1)
select k, y from (select k, h, a, w as y from s union all select k, h, a, k from s) where size(filter(a, w -> w > y)) > 0 and h >= datediff(current_date(), date '2024-01-01')
select r.k, q.y from r left join (select k, h, a, w as y from s) q on q.k = r.k and size(filter(q.a, (e, w) -> e > q.y)) > 0 and h >= datediff(current_date(), date '2024-01-01')
select y, size(filter(l, w -> w > y)) as f from (select w as y, collect_list(h) as l from s group by w) where size(filter(l, w -> w >= y)) > 0
select k, case when v not in (select w from s where s.k = r.k) then 'a' else 'b' end as c from r
select k, if(v not in (select w from s), 1, 0) as c, case when g > 1 and v not in (select h from s) then v end as d from r
select g, sum(case when k not in (select k from s where w > 1) then 1 else 0 end) as c from r group by g
select g, sum(v) filter (where k in (select k from s)) as c, count(*) filter (where v > 1 and k not in (select h from s)) as d from r group by g
-- Those that need a full refresh.
select r.k, l.m from r, lateral (select max(w) as m from s where s.k = r.k having count(*) > 1) as l
select k, datediff(current_date(), date '2024-01-01') as d from r
select k, v from r where v > 1 order by datediff(current_date(), date '2024-01-01') limit 1
select k, v in (select w from s) as c from r
select k, v not in (select w from s where s.k = r.k) as c from r
select k, v from r where v in (select rank() over (partition by h order by w) from s where s.k > r.k)
select k, (select max(w) over () from s where s.k = r.k) as m from r
select k, v, count(*) over (partition by null) as n from r
select k, v, count(*) over (partition by k, null) as n, sum(v) over (partition by 1 + 1) as m from r
select k, (select max(w + r.v) from s where s.k = r.k) as c from r
select k from r where v in (select s.w + r.v from s where s.k = r.k)
select k from r where exists (select 1 from s join z on s.k = z.k and z.k = r.g)
select k, (select count(*) from s where s.k = r.k or s.h = 1) as c from r
select k from r where case when exists (select 1 from s where s.k = r.k) then k in (select h from s) else true end
select k, last_value(v) over (partition by k order by g) as f from r
select k, max_by(v, n) over (partition by k order by g) as f from r
select k, sum(f) as t from (select k, nth_value(v, 2) over (partition by k order by g) as f from r) group by k
select k, first_value(v) ignore nulls over (partition by k order by g) as f from r
select k, v, rank() over (order by v) as p from r
select * from (select k, v, rank() over (order by v) as p, sum(v) over () as t from r) where p <= 2
select * from (select k, v, rank() over (order by v) as p from r) where p > 2
select k, count(*) over () as n from r
select distinct k from r order by v limit 3
select k, n from (select k, n, rank() over (order by k desc nulls last, n) as p from r) where p in (1, k)
select k, n from (select k, n, row_number() over (order by k desc nulls last, n) as p from r) where p in (1, 2, abs(k))
-- With queries that are evaluated as a whole, over r.
select k, sum(p) as t from (select a.k, a.p, s.w from (select k, row_number() over (order by g<ties k, v, n>) as p from r order by p offset 0) a join s on a.k = s.k) group by k
select s.k, x.p from s join (select e, row_number() over (order by g<ties k, v, n, e>) as p from r lateral view explode(array(k, 2)) y as e order by p offset 0) x on x.e = s.k
select s.k, x.p from s join (select g, row_number() over (order by count(*)<ties g>) as p from r group by g order by p offset 0) x on x.g = s.k
select s.k, x.p from s join (select q, row_number() over (order by c<ties q>) as p from (select g, count(*) from r group by g) as t(q, c) order by p offset 0) x on x.q = s.k
select s.k, x.t from s join (select k, sum(v) over (order by g<ties v, k, n> rows 1 preceding) as t from r intersect select g, h from u order by t, k offset 0) x on x.k = s.k
select a.k, s.w from (select k, v, n from r order by g<ties k, v, n> limit 1 + 2) a join s on a.k = s.k
select s.k, s.w from s where s.k in (select k from r order by g<ties k, v> limit 1 + 1 offset 1)
select s.k, x.k as k2 from s left join (select k, g from r union select h, g from u order by 2<ties k> limit 1 + 2) x on x.k = s.k
with top as (select k, v, n from r order by g<ties k, v, n> limit 1 + 2) select a.k, a.v, b.n, s.w from top a join top b on a.k = b.k and a.v = b.v join s on s.k = a.k
-- Those of which the result depends on the order of rows.
select s.k, x.f from s join (select k, first(v) as f from r group by rollup(k) order by k offset 0) x on x.k = s.k
select s.k, x.f from s join (select k, max_by(n, g) as f from r group by grouping sets ((k), ()) order by k offset 0) x on x.k = s.k
select s.k, x.f from s join (select k, array_agg(n) as f from r group by cube(k) order by k offset 0) x on x.k = s.k
select s.k, x.p from s join (select k, row_number() over (order by count(*)) as p from r group by rollup(k) order by k offset 0) x on x.k = s.k
select s.k, x.p from s join (select k, last_value(v) over (order by g) as p from r) x on x.k = s.k
