{#
  Claims a commit before anything of it is applied. The name of the claim has the number of the commit, so the catalog grants
  it to one run. Its properties say whose it is and where the staged rows are.
#}
{% macro claim_statement(plan, commit) %}
  {% set properties = {} %}
  {% for name in ['epoch', 'commit', 'staged', 'format', 'side-tables', 'invocation-id', 'committed-at'] %}
    {% do properties.update({'tablestore.' ~ name: commit.properties['tablestore.' ~ name]}) %}
  {% endfor %}
  {% do properties.update({'tablestore.rebuild': 'true' if commit.rebuild else 'false'}) %}
  {{ return(tablestore.formats()[plan.format].claim | replace('{claim}', commit.claims[0])
      | replace('{properties}', tablestore._property_list(properties))) }}
{% endmacro %}
