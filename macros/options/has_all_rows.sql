{#
  Whether the inputs of a model have all of their rows in this run: --empty and --sample leave some out, which nothing
  has deleted. dbt has no flag for the second in Jinja.
#}
{% macro has_all_rows() %}
  {% set is_sample = invocation_args_dict is defined and 'sample' in invocation_args_dict %}
  {{ return(not (flags.EMPTY or is_sample)) }}
{% endmacro %}
