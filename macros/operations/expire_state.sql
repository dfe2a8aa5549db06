{#
  dbt run-operation expire_state [--args '{select: sessions}']

  Deletes the expired rows of keyed tables, and the versions of histories that have ended more than `versions_retained`
  ago, and prints how many. No retraction is sent. Readers did not see the expired rows any more, so nothing changes for
  them. A commit that an earlier run left unpublished is published first. Models that another run is writing are left
  out, and then it fails at its end.
#}
{% macro expire_state(select=none) %}
  {% do tablestore._check_arguments('expire_state', '{select: sessions}', optional={'select': select},
      unknown=kwargs) %}
  {% set nodes, problems = [], [] %}
  {% for name in tablestore._model_names(select) | unique %}
    {% do nodes.append(tablestore._model_named('expire_state', name)) %}
  {% endfor %}
  {% for node in nodes if not tablestore.is_keyed(node) %}
    {% do problems.append("model '" ~ tablestore.versioned_name(node)
        ~ "' is not a keyed model; only the rows of models with a primary_key and a state_ttl expire, and versions of"
        ~ ' histories with versions_retained') %}
  {% endfor %}
  {% do tablestore.fail('expire_state', problems) %}
  {% set lines = [] %}
  {% for node in nodes or graph.nodes.values() if node.resource_type == 'model' and tablestore.is_keyed(node) %}
    {% set given, named = tablestore._read_options(node), nodes | length > 0 %}
    {% do tablestore.fail("model '" ~ tablestore.versioned_name(node) ~ "'", given.problems) %}
    {% do lines.extend(tablestore._expire_versions(node, given, named, problems) if given.options.scd_type == '2'
        else tablestore._expire_rows(node, named, problems)) %}
    {% do tablestore._adapter_unlock(tablestore._model_relation(node)) %}
  {% endfor %}
  {% for line in lines or ([] if problems else ['nothing to do: no keyed model of the project has a table with a state'
      ~ ' TTL or versions_retained']) %}
    {% do print(line) %}
  {% endfor %}
  {% do tablestore.fail('expire_state', problems) %}
{% endmacro %}

{#
  Deletes the expired rows of one table, and returns the lines to print. If the TTL has changed since the last run, the
  longer one counts, so that no row is deleted that is still needed.
#}
{% macro _expire_rows(node, named, problems) %}
  {% set relation, name = tablestore._model_relation(node), tablestore.versioned_name(node) %}
  {% set declared = tablestore._declared_ttl(node) %}
  {% if not declared or not tablestore.last_commit(relation, load_relation(relation)).ttl %}
    {% set reason = 'its table has no state TTL yet; the next run sets it' if declared else 'it has no state TTL' %}
    {{ return([name ~ ': no row expires, ' ~ reason] if named else []) }}
  {% elif not tablestore._is_free(relation, problems) %}
    {{ return([]) }}
  {% endif %}
  {% set last = tablestore._commit_to_expire(node, relation, problems) %}
  {% if not last %}
    {{ return([]) }}
  {% endif %}
  {% set ttl = [last.ttl, declared] | max if last.ttl else 0 %}
  {% set clock = tablestore._timestamp_literal(tablestore._next_time(last).at) %}
  {% set expired = tablestore._is_expired({'ttl': ttl, 'clock': clock, 'since': last.ttl_since}) %}
  {% set count = tablestore.query_rows('select count(*) as n from ' ~ relation ~ ' where ' ~ expired)[0].n %}
  {% if count %}
    {% do tablestore._delete_commit(node, relation, last, 'delete from {table} where ' ~ expired) %}
  {% endif %}
  {{ return([name ~ ': ' ~ tablestore._counted(count, 'expired row') ~ ' removed']) }}
{% endmacro %}

{#
  The last commit of a table, from whose time ages are measured if it is later than the clock. If that is far ahead, one
  of the clocks is wrong, and rows would go that are still needed: that is one of the `problems`, and the result is
  none.
#}
{% macro _commit_to_expire(node, relation, problems) %}
  {% set last = tablestore.settled_commit(node, relation, relation) %}
  {% set times, name = tablestore._next_time(last), tablestore.versioned_name(node) %}
  {% if not times.is_ahead %}
    {{ return(last) }}
  {% endif %}
  {% do problems.append(name ~ ': nothing was removed, because ages would be measured from the time of its last commit,'
      ~ ' ' ~ times.last ~ ', which is later than the clock of this run, ' ~ times.clock ~ '; if it is right, set the'
      ~ " clock: --vars '" ~ '{tablestore_clock: "' ~ times.last ~ '"}' ~ "'; if not, "
      ~ tablestore._to_rebuild(name, relation, last.definition.system_time)) %}
  {{ return(none) }}
{% endmacro %}

{#
  Deletes the closed versions of a history that have ended more than `versions_retained` ago, and returns the lines to
  print. Of each key, the last version that begins up to this horizon stays, with all that begin later: later events
  continue it, see `_stored_events`. A delete that is a version needs the values of the one before it.

  The commit records the horizon, in front of which later runs can no longer add events, and its own number, because
  nothing tells readers of changes what it removes. The horizon only moves forwards, whatever the clock and the option
  say.
#}
{% macro _expire_versions(node, given, named, problems) %}
  {% set relation, options = tablestore._model_relation(node), given.options %}
  {% set label = tablestore.versioned_name(node) %}
  {% if not options.versions_retained or not load_relation(relation) %}
    {% set reason = 'it has no table yet' if options.versions_retained else 'it has no versions_retained' %}
    {{ return([label ~ ': no version is removed, ' ~ reason] if named else []) }}
  {% elif not tablestore._is_free(relation, problems) %}
    {{ return([]) }}
  {% endif %}
  {% set last = tablestore._commit_to_expire(node, relation, problems) %}
  {% if not last %}
    {{ return([]) }}
  {% endif %}
  {% for name, value in tablestore._definition(given, []).items() if last.definition.get(name) != value %}
    {{ return([label ~ ': no version is removed, its table has another ' ~ name ~ ', so run the model first']) }}
  {% endfor %}
  {% set columns, names = tablestore._columns(tablestore._describe_table(relation)),
      tablestore._names_of_versions(options) %}
  {% set keys = tablestore._columns_named(columns, options.primary_key | map('lower') | list) %}
  {% set from = tablestore._columns_named(columns, [names.dbt_valid_from | lower]) | first %}
  {% set horizon = tablestore._horizon(from.type, last, options.versions_retained) %}
  {% set removed = tablestore._removed_versions(relation, keys, from, horizon.here, names.dbt_is_deleted) | trim %}
  {% set count = tablestore.query_rows('select count(*) as n from (\n  ' ~ removed | indent(2) ~ '\n)')[0].n %}
  {% if count %}
    {% set match = tablestore._key_match({'key_columns': keys + [from], 'keeps_null_keys': true}) %}
    {% do tablestore._delete_commit(node, relation, last, 'merge into {table} as old\nusing (\n  '
        ~ removed | indent(2) ~ '\n) as new\non ' ~ match ~ '\nwhen matched then delete',
        {'tablestore.horizon': horizon.recorded, 'tablestore.removed': last.number + 1}) %}
  {% endif %}
  {{ return([label ~ ': ' ~ tablestore._counted(count, 'closed version') ~ ' removed']) }}
{% endmacro %}

{#
  The horizon as {here, recorded}: that of the next commit, as SQL, and the latest of this and of earlier ones, as a
  text that means the same in every session.
#}
{% macro _horizon(type, last, retained) %}
  {% set here = 'cast(' ~ tablestore._shifted_time(tablestore._timestamp_literal(tablestore._next_time(last).at), '-',
      retained) ~ ' as ' ~ type ~ ')' %}
  {% set before = last.properties.get('tablestore.horizon') %}
  {% set latest = 'greatest(' ~ here ~ ', ' ~ type ~ ' ' ~ tablestore.string_literal(before) ~ ')' if before
      else here %}
  {% set text = tablestore._time_text(latest) if type == 'timestamp'
      else 'cast(' ~ latest ~ ' as string)' %}
  {{ return({'here': here, 'recorded': tablestore.query_rows('select ' ~ text ~ ' as horizon')[0].horizon | string}) }}
{% endmacro %}

{# The keys and begins of the versions in front of a horizon that no later event needs. #}
{% macro _removed_versions(relation, keys, from, horizon, is_deleted) %}
{% set columns, kept = keys | map(attribute='quoted') | join(', '), from.quoted ~ ' <= ' ~ horizon %}
{% set kept = kept ~ ' and ' ~ tablestore._quote(is_deleted) ~ " <> 'True'" if is_deleted else kept %}
select {{ columns }}, {{ from.quoted }}
from (
  select {{ columns }}, {{ from.quoted }},
    max(if({{ kept }}, {{ from.quoted }}, null)) over (partition by {{ columns }}) as _first_kept
  from {{ relation }}
)
where {{ from.quoted }} < _first_kept
{% endmacro %}
