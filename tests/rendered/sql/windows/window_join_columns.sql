(
    select
        l.`window_start`,
        `item_name`,
        r.`price` as `ask`,
        r.`size` as `asked`
    from bids as l
    left join asks as r
        on l.`window_start` = r.`window_start`
        and l.`window_end` = r.`window_end`
        and l.`item` = r.`item`
)
