-- keys of different types
select g, count(*) as c, sum(v) as t from x where k in (select b from y) group by g
select g, count(*) as c from x where not exists (select 1 from y where y.b = x.k) group by g
select g, count(*) as c, sum(v) as t from x where k not in (select b from y where b is not null) group by g
select g, count(*) as c, sum(w) as t from x left join y on x.k = y.b group by g
select g, count(*) as c, sum(v) as t, sum(w) as s from x right join y on x.k = y.b and w < 3 group by g
select g, count(*) as c, sum(w) as t from x full join y on x.k = y.b group by g
select x.v, y.w from x left join y on x.k = y.b and x.g = y.w
select v, g from x left semi join y on x.k <=> y.b
select v, g from x left anti join y on y.b = x.k + 0
select g, count(*) as c, sum(w) as t from x join y on x.k = y.b group by g
select v, case when exists (select 1 from y where y.b = x.k) then 1 else 0 end as m from x
select v, g from x where v = 3 or exists (select 1 from y where y.b = x.k)
select v, case when k in (select b from y) then 1 else 0 end as m from x
select v, case when not (k in (select b from y where y.w = x.g)) then 1 else 0 end as m from x
select k, min(v) as m, count(*) as c from (select k, v from x union all select b, w from y) as q group by k
select k, v from x union select b, w from y
select k, v from (select k, v from x intersect select b, w from y) as q
select k, v from x except all select b, w from y
select g, t from x left join (select b, sum(w) as t from y group by b) as q on q.b = x.k
select x.v, q.m from x join (select b, max(w) as m from y group by b) as q on q.b = x.k
-- subqueries that are grouped by a key of another type
select v, (select max(w) from y where y.b = x.k) as m from x
select v, (select count(*) from y where y.b = x.k and w > 1) as m from x
select v from x where exists (select 1 from y where y.b = x.k group by w having count(*) > 1)
select v, c from x, lateral (select count(*) as c from y where y.b = x.k) as q
