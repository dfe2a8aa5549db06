{#
  A CASE expression: on one line when it is short, otherwise one branch per line. Just `otherwise` when there are no
  branches.

    branches   ['when ... then ...']
    otherwise  the expression after ELSE; none leaves ELSE out
#}
{% macro _case(branches, otherwise=none) %}
  {% if not branches %}
    {{ return(otherwise) }}
  {% endif %}
  {% set line = 'case ' ~ branches | join(' ') ~ (' else ' ~ otherwise if otherwise is not none else '') ~ ' end' %}
  {% if line | length <= 100 and '\n' not in line %}
    {{ return(line) }}
  {% endif %}
  {% set lines = branches + (['else ' ~ otherwise] if otherwise is not none else []) %}
  {{ return('case\n  ' ~ lines | join('\n') | indent(2) ~ '\nend') }}
{% endmacro %}
