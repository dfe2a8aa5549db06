{#
  The view as this run computes it, and what the run has to do, {view, todo}; see `tablestore_view_rebuild` for `todo`.
  A run that builds the view compares its plan with its query. So does every run after a comparison that has failed,
  which says nothing about the plan: if this is right, the run rebuilds the view by it. A view whose key does not
  identify its rows is computed by its text until it does.

    planned  the view with its plan
    view     without it, if the last comparison has failed or has found other rows
#}
{% macro tablestore_proven_view(planned, view, todo, inputs, columns) %}
  {% set is_compared = not tablestore_is_not_compared(view) %}
  {% set is_doubted = tablestore_doubts_key(inputs) if view.different is none else not is_compared %}
  {% set broken = adapter.views().broken_key(planned, inputs) if is_doubted and not todo.rebuild else none %}
  {% if broken %}
    {{ return({'view': adapter.views().as_written(planned, broken),
        'todo': dict(todo, rebuild='its key has changed' if is_compared else none)}) }}
  {% elif is_compared and not todo.rebuild %}
    {{ return({'view': view, 'todo': todo}) }}
  {% endif %}
  {% set proven = adapter.views().proven(planned, inputs, columns) %}
  {% if todo.rebuild or proven.different %}
    {{ return({'view': proven, 'todo': todo}) }}
  {% endif %}
  {{ return({'view': proven, 'todo': dict(todo, rebuild='its plan had not been compared with its query',
      continues=not proven.limited and not proven.operators)}) }}
{% endmacro %}

{#
  Whether another program can have written several rows of one key to a keyed table of a view: then its changes are not
  known in this run, and known in the next one.
#}
{% macro tablestore_doubts_key(inputs) %}
  {% for input in inputs.values() if input.reason and input.known and input.known.last.epoch
      and ('touched' in input.known.limits or not input.lasting) %}
    {{ return(true) }}
  {% endfor %}
  {{ return(false) }}
{% endmacro %}

{# Whether a view is computed by its text only because its plan could not be compared with that. #}
{% macro tablestore_is_not_compared(view) %}
  {{ return(view.different is not none and not adapter.views().is_other_rows(view.different)) }}
{% endmacro %}
