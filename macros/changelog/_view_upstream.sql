{#
  What differs for a materialized view: its rows and its log are those of the visible columns, and its key can be hidden. With
  HAVING, the changes of the result are computed by the view of its changelog.

    names  the text that follows FROM to read what is stored: rows and log
#}
{% macro _view_upstream(relation, last, names, subject, pinned) %}
  {% set view = fromjson(last.properties['tablestore.view']) %}
  {% if view.limited %}
    {% do tablestore._fail(subject, ['it is a materialized view with a LIMIT, which is applied when it is read: write the LIMIT in the query that reads its changes']) %}
  {% endif %}
  {% set visible, differs = tablestore._relation_columns(relation, subject) | map(attribute='name') | list, {} %}
  {% set columns = tablestore._quoted(visible) | join(', ') %}
  {% if last.primary_key | map('lower') | reject('in', visible | map('lower') | list) | list %}
    {% do differs.update({'primary_key': [], 'no_before': 'it is a materialized view whose result has no key'}) %}
  {% endif %}
  {% if pinned %}
    {% do differs.update({'rows': '(select ' ~ columns ~ ' from ' ~ names.rows ~ (' where `_visible`' if view.filtered else '') ~ ')'}) %}
    {% do differs.update({'log': tablestore._side_table_name(relation, '__changelog', last.side_schema) if view.filtered
        else '(select ' ~ columns ~ ', _row_kind, _commit, _committed_at from ' ~ names.log ~ ')'}) %}
  {% endif %}
  {{ return(differs) }}
{% endmacro %}
