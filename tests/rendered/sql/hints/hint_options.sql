(
    select *
    from main.flights with (
        'split-size' = '1048576',
        'as-of' = 'it\'s'
    )
)
