-- One Mexican telephone has the same digits in every way to write it, and in the way in which an earlier version stored it: without
-- 52, with 044, with the `.0` of a spreadsheet, with an extension.
CREATE OR REPLACE FUNCTION phone_digits(telefono text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN substring(
    CASE WHEN telefono ~ '^[^0-9+]*[+]' AND telefono !~ '^[^0-9+]*[+][^0-9]*5[^0-9]*2'
      THEN regexp_replace(regexp_replace(telefono, '\s+ext[. ].*$', '', 'i'), '[^0-9]', '', 'g')
      ELSE regexp_replace(
        regexp_replace(regexp_replace(telefono, '\s+ext[. ].*$|[.]0{1,2}$', '', 'i'), '[^0-9]', '', 'g'),
        '^(?:(?:00|011)?52(?:1|044|045|01)?|044|045|01)?([0-9]{10})$', '52\1')
    END FROM '^.{7,}$');

REINDEX INDEX clientes_digitos;
