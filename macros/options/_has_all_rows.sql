{#
  Whether the SELECT of a model with input='full' is the whole table in this run, so that keys which it lacks are
  deleted: --empty and --sample leave rows out. dbt has no flag for the second in Jinja.
#}
{% macro _has_all_rows() %}
  {% set is_sample = invocation_args_dict is defined and 'sample' in invocation_args_dict %}
  {{ return(not (flags.EMPTY or is_sample)) }}
{% endmacro %}
