{# What a message gives that lacks the row before a change. A model with sums has a key, but that of a group. #}
{% macro _without_before(decoder, options, asked=false) %}
  {{ return(tablestore._not_understood(options, tablestore.string_literal(
      ' has no row before its change: send it' ~ (' (' ~ decoder.advice ~ ')' if decoder.advice else '')
      ~ ', or ' ~ ('read the stream in a model that stores its rows, or, for aggregates that take nothing away,'
      ~ ' write primary_key in the call' if options.is_aggregated else 'give the model a primary_key')
      ~ ', with which updates become upserts'), asked)) }}
{% endmacro %}
