{#
  What another program has done to a keyed table since its last commit; none if nothing. Iceberg refuses a commit if a
  table was written while the run made it, and Delta does not, so there this time counts, too.

  Iceberg keeps the properties of a table that CREATE OR REPLACE has replaced, and of one that goes back to an earlier
  snapshot, and no other program writes changes to a changelog. So the properties are only believed as far as the
  snapshots, or the versions of a Delta table, agree: each must have the record of a commit, or have changed no row.

    how    'replaced': it is not a keyed table any more; 'back': it has the rows of an earlier commit; or 'written'
    what   the same in words, which follow the name of the table
    at     its snapshot or version
    record of an Iceberg table that went back, that of the commit whose rows it has; empty if that is not known
    under  of a Delta table that went back, whether the last commit was made after that, by a run that had begun before
    was    of a table that was replaced: the number and the offsets of its last commit, see `_last_commit_schema`

  `last` is its last commit. A Delta table that was replaced has lost its properties, so it needs no look. If all
  versions up to the newest one had to be looked at, `seen` has its number.
#}
{% macro touched_since(relation, last, seen={}) %}
  {% if not last.epoch or 'current-snapshot-id' in last.properties %}
    {{ return(last.touched) }}
  {% endif %}
  {% set found, version = tablestore._adapter_last_version(relation), (last.version or -2) | int %}
  {% set newest, read = found[0].version | int, last.properties.get('tablestore.read-version', version) | int %}
  {# a clone by hand has the record of its original, and its first version has the rows #}
  {% set version = 0 if version > newest else version %}
  {% set read = [read, version] | min %}
  {# a commit is mostly the version after the one that its run has read, and its seal is the next one #}
  {% if version < 0 or (version <= read + 1 and (newest == version
      or (newest == version + 1 and found[0].operation == 'SET TBLPROPERTIES'))) %}
    {{ return(none) }}
  {% endif %}
  {% do seen.update({'tablestore.checked-version': newest}) %}
  {% set others, oldest = [], namespace(version=newest) %}
  {% for row in tablestore.history_after(relation, read, newest) if row.version | int > read %}
    {% set oldest.version = row.version | int %}
    {% do others.append(row) if row.operation not in tablestore._operations_without_rows()
        and last.epoch not in (row.userMetadata or '') %}
  {% endfor %}
  {% if not others and oldest.version > read + 1 %}
    {{ return({'how': 'written', 'at': newest | string, 'record': none,
        'what': 'may have been written by another program: its log no longer has version ' ~ (oldest.version - 1)}) }}
  {% endif %}
  {# a clone that is the first version is the table itself #}
  {% set back = others | selectattr('operation', 'in', ['RESTORE', 'CLONE']) | map(attribute='version') | map('int')
      | list %}
  {% set touched = tablestore._touched_by(others, back != [], newest) %}
  {{ return(dict(touched, under=back != [] and back | min < version) if touched else none) }}
{% endmacro %}
