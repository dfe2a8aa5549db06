{#
  Fails if a decided batch deletes more of the stored rows than the fuse of the model allows, see `_read_fuse`. Without
  a fuse, only a SELECT that is the whole table and returns no rows fails: that is an export that went wrong.
#}
{% macro _assert_fuse(plan, counts) %}
  {% set fuse, deleted = plan.options.fuse, counts.rows_deleted | int %}
  {% set is_empty = plan.options.input == 'full' and not counts.rows_in_batch | int %}
  {% if not deleted or not (fuse or is_empty) %}
    {{ return(none) }}
  {% endif %}
  {% set stored = tablestore.query_rows({'step': 'count', 'branch': plan.branch, 'reads': plan.kept_tables,
      'sql': 'select count(*) as rows_stored from ' ~ tablestore._branch_or_table(plan)})[0].rows_stored | int %}
  {% set blows = tablestore._blows(deleted, stored, fuse) if fuse else true %}
  {% if not blows or tablestore._skips_fuse(plan) %}
    {% do log(plan.model ~ ': deletes ' ~ deleted ~ ' of ' ~ stored
        ~ ' stored rows, as tablestore_skip_fuse allows', info=true) if blows %}
    {{ return(none) }}
  {% endif %}
  {% set share = (100 * deleted / stored) | round(1) %}
  {% set allowed = 'fuse.max_deleted is ' ~ fuse.max_deleted if fuse
      else "the SELECT returned no rows, and input='full' would empty the table" %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' would delete " ~ deleted ~ ' of ' ~ stored ~ ' stored rows ('
      ~ share ~ ' %); no row was written', [allowed,
      'to delete them anyway, allow it for one run: dbt run --select ' ~ plan.model
      ~ " --vars '{tablestore_skip_fuse: " ~ plan.model ~ "}'"]) %}
{% endmacro %}

{#
  Whether so many deletes are more than the fuse allows: 29 of 100 rows are not more than 0.29 of them. A quotient is
  rounded like the number of the option, and a product is not.
#}
{% macro _blows(deleted, stored, fuse) %}
  {{ return(deleted / stored > fuse.max_deleted) }}
{% endmacro %}

{#
  Whether the variable `tablestore_skip_fuse` lets the batch of a model pass in this run: it is true, or names the
  model. Fails if it names models that do not exist.
#}
{% macro _skips_fuse(plan) %}
  {% set given = tablestore._skipped_fuses() %}
  {% if given is none or given is boolean %}
    {{ return(given is sameas true) }}
  {% endif %}
  {% set names, problems, tables = tablestore._as_list(given), [], [] %}
  {% for name in names %}
    {% set models = tablestore._models_named(name) %}
    {% do problems.append("it names '" ~ name ~ "', which is not a model" ~ tablestore._found_model(name).near)
        if not models %}
    {% for node in models %}{% do tables.append(tablestore._model_relation(node) | string) %}{% endfor %}
  {% endfor %}
  {% do tablestore.fail("the variable 'tablestore_skip_fuse' is '" ~ given ~ "'", problems) %}
  {{ return(plan.table | string in tables) }}
{% endmacro %}
