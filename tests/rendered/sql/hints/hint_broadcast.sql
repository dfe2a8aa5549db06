(
    select /*+ broadcast(hinted) */ *
    from airlines as hinted
)
