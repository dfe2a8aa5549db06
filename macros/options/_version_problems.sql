{# Problems of `format_version`, the version of the table's format. A model can also give it as a table property. #}
{% macro _version_problems(config, format) %}
  {% set problems, given = [], config.get('format_version') %}
  {% set property = tablestore.formats()[format].version_property if format is string and format in tablestore.formats() else none %}
  {% set properties = config.get('tblproperties') if config.get('tblproperties') is mapping else {} %}
  {% if given is none %}
    {{ return([]) }}
  {% elif not property %}
    {% do problems.append("'format_version' is '" ~ given ~ "', and it is an option of Iceberg, but file_format is '" ~ format ~ "': remove one of them") %}
  {% elif property in properties and properties[property] | string != given | string %}
    {% do problems.append("'format_version' is '" ~ given ~ "', and tblproperties has '" ~ property ~ "': '" ~ properties[property] ~ "': remove one of them") %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
