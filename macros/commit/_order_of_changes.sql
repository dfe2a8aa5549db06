{#
  By what `_cdc_order` sorts, from the annotations of `cdc`, as an entry of the definition of the stored rows, see
  `_definition`; empty if it orders neither the rows of the model nor a sequence group. Texts of two kinds do not sort
  like the changes, so a stream of another kind is refused: changes of stored keys would count as late, or older ones
  as new. Streams beside each other can have different ones.
#}
{% macro _order_of_changes(plan, query, last, rebuild) %}
  {# a history is a table of versions, and the options of its model are those of their source #}
  {% set options = plan.versions.source.options if plan.versions else plan.options %}
  {% set orders = options.sequence_field | map('lower') | list %}
  {% for group in (plan.versions or plan).groups %}
    {% do orders.extend(group.sequence | map(attribute='lower_name')) %}
  {% endfor %}
  {% if '_cdc_order' not in orders %}
    {{ return({}) }}
  {% endif %}
  {% set known = [] if rebuild else last.definition.get('_cdc_order', '').split('; ') | select | list %}
  {% set found = tablestore._annotations('order', query) | map(attribute='by') | list %}
  {% if known and found and not found | select('in', known) | list %}
    {% do tablestore.fail("model '" ~ plan.model
        ~ "' has changed in a way that its stored rows do not allow; nothing was written", [
      "'_cdc_order' was made of " ~ known | join('; ') ~ ', and is made of ' ~ found | join('; ') ~ ', so it does not '
          ~ 'tell which of a stored row and its next change is the later one',
      'undo the change of the relation or of order=[...] in tablestore.cdc, or '
          ~ tablestore._to_rebuild(plan.model, plan.table, last.definition.system_time)]) %}
  {% endif %}
  {% set kinds = (known + found) | unique | sort %}
  {{ return({'_cdc_order': kinds | join('; ')} if kinds else {}) }}
{% endmacro %}
