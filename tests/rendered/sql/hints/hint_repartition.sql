(
    select /*+ repartition(8, `carrier`) */ *
    from flights as hinted
)
