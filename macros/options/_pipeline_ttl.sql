{# The TTL of every operator of the model that has no hint, as {text, label, from}. #}
{% macro _pipeline_ttl() %}
  {% set settings = model.config if model is defined else {} %}
  {% set of_model = settings.get('state_ttl') %}
  {% set of_model = tablestore._table_options(settings, []).get('table.exec.state.ttl') if of_model is none
      else of_model %}
  {% if of_model is not none %}
    {{ return({'text': of_model, 'label': "model '" ~ model.name ~ "': state_ttl", 'from': 'state_ttl'}) }}
  {% endif %}
  {% set text = var('tablestore_state_ttl', none) %}
  {{ return({'text': '0' if text is none else text, 'label': "variable 'tablestore_state_ttl'",
             'from': none if text is none else 'tablestore_state_ttl'}) }}
{% endmacro %}
