{#
  The positions of the snapshots of an Iceberg table that have led to some of them, and of these: id -> position, a
  snapshot after its parent. What a reader has not read yet is what its parents lead back to. Times say nothing about
  that: the clock of a writer can be a minute behind that of another one, and a transaction makes several snapshots in a
  millisecond. So a position is the time of a snapshot in milliseconds, or the next number after that of its parent if
  that is larger. It stays as it is when snapshots are added.

    snapshots  what `_adapter_snapshots` returns
    ids        which snapshots
#}
{% macro snapshot_positions(snapshots, ids) %}
  {% set positions, at = {}, namespace(id=none, last=none) %}
  {% for id in ids %}
    {% set path, at.id = [], id %}
    {% for _ in snapshots %}
      {% if at.id in positions or at.id not in snapshots %}{% break %}{% endif %}
      {% do path.append(at.id) %}
      {% set at.id = snapshots[at.id].parent %}
    {% endfor %}
    {% set at.last = positions.get(at.id, -1) %}
    {% for one in path | reverse %}
      {% set time, next = snapshots[one].at | int, at.last + 1 %}
      {% set at.last = time if time > next else next %}
      {% do positions.update({one: at.last}) %}
    {% endfor %}
  {% endfor %}
  {{ return(positions) }}
{% endmacro %}
