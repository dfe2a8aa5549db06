(
    select
        coalesce(l.`window_start`, r.`window_start`) as `window_start`,
        coalesce(l.`window_end`, r.`window_end`) as `window_end`,
        coalesce(l.`window_time`, r.`window_time`) as `window_time`,
        coalesce(l.`item`, r.`item`) as `item`,
        l.* except (`window_start`, `window_end`, `window_time`, `item`),
        r.* except (`window_start`, `window_end`, `window_time`, `item`)
    from bids as l
    full join asks as r
        on l.`window_start` = r.`window_start`
        and l.`window_end` = r.`window_end`
        and l.`item` = r.`item`
)
