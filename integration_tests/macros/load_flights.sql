{#
  dbt run-operation load_flights [--args '{landing: ./landing, until: 2013-01-31}']

  Creates the source tables of the examples from the CSV files that load_flights.py unpacked. The feeds are derived from
  the flights with a hash of the flight, not with a clock or a random number, so the rows are always the same. `until` is
  the last day whose flights are loaded; the default is all of 2013.
#}
{% macro load_flights(landing='landing', until='2013-12-31') %}
  {% do run_query('create schema if not exists ' ~ source('nyc', 'flights').without_identifier()) %}
  {% for name, columns in landed_columns().items() %}
    {% do run_query(landed_file(landing ~ '/' ~ name ~ '.csv', name, columns)) %}
  {% endfor %}
  {% set queries = {
    'airlines': 'select * from landed_airlines',
    'airports': 'select * from landed_airports',
    'planes': 'select * from landed_planes',
    'weather': 'select * from landed_weather',
    'flights': flights_query(until),
    'flight_events': flight_events_query(source('nyc', 'flights')),
    'departure_reports': reports_query(source('nyc', 'flights'), 'departed_at'),
    'arrival_reports': reports_query(source('nyc', 'flights'), 'arrived_at'),
  } %}
  {% for name, query in queries.items() %}
    {% do run_query('create or replace table ' ~ source('nyc', name) ~ ' as\n' ~ query) %}
    {% set rows = run_query('select count(*) from ' ~ source('nyc', name)).columns[0][0] %}
    {% do print('  ' ~ '{:>10,}'.format(rows) ~ ' rows in ' ~ source('nyc', name)) %}
  {% endfor %}
{% endmacro %}


{% macro landed_file(path, name, columns) %}
create or replace temporary view landed_{{ name }} ({{ columns }})
using csv options (path '{{ path }}', header 'true', nullValue 'NA')
{% endmacro %}


{% macro landed_columns() %}
  {{ return({
    'airlines': 'carrier string, name string',
    'airports': 'faa string, name string, lat double, lon double, alt int, tz int, dst string, tzone string',
    'planes': 'tailnum string, year int, type string, manufacturer string, model string, engines int, seats int, speed int, engine string',
    'weather': 'origin string, year int, month int, day int, hour int, temp double, dewp double, humid double, wind_dir double, wind_speed double, wind_gust double, precip double, pressure double, visib double, time_hour timestamp',
    'flights': 'year int, month int, day int, dep_time int, sched_dep_time int, dep_delay int, arr_time int, sched_arr_time int, arr_delay int, carrier string, flight int, tailnum string, origin string, dest string, air_time int, distance int, hour int, minute int, time_hour timestamp',
  }) }}
{% endmacro %}
