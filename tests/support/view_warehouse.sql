-- Views of a warehouse of the kind of TPC-DI: dimensions with versions, facts, running sums, audits. See view_warehouse.py.
-- the current version of each customer
select customer_id, tier, name, valid_from from (select *, row_number() over (partition by customer_id order by valid_from desc, valid_to desc, tier, name) as place from customers) as c where place = 1
-- each version of an account with the version of its customer at that time, and its broker
select a.account_id, a.status, a.valid_from, c.name, c.tier, b.name as broker from accounts as a join customers as c on c.customer_id = a.customer_id and a.valid_from >= c.valid_from and (a.valid_from < c.valid_to or c.valid_to is null) left join employees as b on b.broker_id = a.broker_id and b.job = 3
-- when each trade was made and completed
select t.trade_id, t.symbol, min(case when e.status = 'a' then e.day end) as made, max(case when e.status = 'b' then e.day end) as completed, count(e.day) as events from trades as t left join trade_events as e on e.trade_id = t.trade_id group by t.trade_id, t.symbol
-- the balance of each account after each day
select account_id, day, total, sum(total) over (partition by account_id order by day) as balance from (select account_id, day, sum(amount) as total from cash group by account_id, day) as days
-- what each account holds, at the last price
select h.account_id, h.symbol, h.held, h.held * p.close as worth from (select account_id, symbol, sum(quantity) as held from trades group by account_id, symbol having sum(quantity) > 0) as h join (select symbol, close, row_number() over (partition by symbol order by day desc, close) as place from prices) as p on p.symbol = h.symbol and p.place = 1
-- the highest and the lowest price of some days, beside the revenue of the company
select p.symbol, p.day, p.close, max(p.close) over (partition by p.symbol order by p.day range between interval 2 days preceding and current row) as highest, min(p.close) over (partition by p.symbol order by p.day range between interval 2 days preceding and current row) as lowest, f.revenue from prices as p left join securities as s on s.symbol = p.symbol left join (select cik, sum(revenue) as revenue from financials group by cik) as f on f.cik = s.cik
-- when symbols came on watch lists, and when they left them
select coalesce(c.trade_id, l.trade_id) as watch, c.day as came, l.day as gone from (select trade_id, min(day) as day from trade_events where status = 'a' group by trade_id) as c full join (select trade_id, max(day) as day from trade_events where status = 'c' group by trade_id) as l on l.trade_id = c.trade_id
-- people of bought lists, and whether they are customers
select p.name, p.tier, case when p.tier > 1 then 'high value' when p.tier = 1 then 'boomer' else 'none' end as kind, exists (select 1 from customers as c where upper(c.name) = upper(p.name) and c.valid_to is null) as is_customer from prospects as p
-- the growth of each company by quarter, and its last four quarters
select cik, year, quarter, revenue, revenue - lag(revenue) over (partition by cik order by year, quarter) as growth, sum(revenue) over (partition by cik order by year, quarter rows between 3 preceding and current row) as trailing from (select cik, year, quarter, sum(revenue) as revenue from financials group by cik, year, quarter) as f
-- securities with their company, by its number or else by its name
select s.symbol, c.cik, c.name from securities as s join companies as c on c.cik = s.cik and c.valid_to is null union all select s.symbol, c.cik, c.name from securities as s join companies as c on c.name = s.company and c.valid_to is null where s.cik is null
-- trades by the tier that their customer had then
select c.tier, t.day, count(*) as trades, count(distinct t.account_id) as accounts, sum(t.quantity * t.price - t.fee) as volume from trades as t join accounts as a on a.account_id = t.account_id and t.day >= a.valid_from and (t.day < a.valid_to or a.valid_to is null) join customers as c on c.customer_id = a.customer_id and t.day >= c.valid_from and (t.day < c.valid_to or c.valid_to is null) group by c.tier, t.day
-- an audit of the load
select 'trades' as source, count(*) as loaded, sum(case when fee > quantity * price then 1 else 0 end) as alerts from trades union all select 'cash', count(*), count(case when amount = 0 then 1 end) from cash union all select 'trades without an account', count(*), count(distinct symbol) from trades as t where not exists (select 1 from accounts as a where a.account_id = t.account_id)
