{# What is wrong with a test of `merge_tests`: with a key that nothing reads, it would compare nothing, and pass. #}
{% macro _merge_test_problems(test) %}
  {% if test is not mapping %}
    {{ return(["it is '" ~ test ~ "'; write a mapping with the keys name, permute and batches"]) }}
  {% endif %}
  {% set problems, batches = tablestore._unknown_test_keys(test, ['name', 'permute', 'batches'], ''), test.batches %}
  {% if not tablestore._is_list_of_mappings(batches) or not batches %}
    {% do problems.append("'batches' is " ~ ('missing' if batches is undefined else batches)
        ~ '; write a list of batches, each a mapping with given and what is expected') %}
    {{ return(problems) }}
  {% endif %}
  {% set expectations = ['expect', 'expect_changelog', 'refused'] %}
  {% for batch in batches %}
    {% set where = 'batch ' ~ loop.index ~ ': ' %}
    {% do problems.extend(tablestore._unknown_test_keys(batch, ['given'] + expectations, where)) %}
    {% do problems.append(where ~ 'it expects nothing; write expect, all rows of the table after it, expect_changelog '
        ~ 'or refused') if not batch.keys() | select('in', expectations) | list %}
    {% for key in ['given', 'expect', 'expect_changelog'] if batch.get(key)
        and not tablestore._is_list_of_mappings(batch[key]) %}
      {% do problems.append(where ~ "'" ~ key ~ "' is " ~ batch[key]
          ~ '; write a list of rows, each a mapping of columns and values') %}
    {% endfor %}
    {% do problems.append(where ~ "'refused' is '" ~ batch.refused ~ "'; write a part of the error")
        if 'refused' in batch and (batch.refused is not string or not batch.refused) %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{# Keys of a test or of a batch that are not among the known ones. #}
{% macro _unknown_test_keys(given, known, where) %}
  {% set problems = [] %}
  {% for key in given if key not in known %}
    {% do problems.append(where ~ "there is no key '" ~ key ~ "'" ~ (tablestore._near_names(key, known)
        or '; write one of ' ~ known | join(', '))) %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{% macro _is_list_of_mappings(value) %}
  {{ return(value is sequence and value is not string and value is not mapping
      and value | select('mapping') | list | length == value | length) }}
{% endmacro %}
