-- An absence with hours takes only those of each of its days, and may have no last day: lunch, every day.
ALTER TABLE ausencias_susa
  ADD COLUMN de time(0),
  ADD COLUMN a time(0),
  ALTER COLUMN hasta DROP NOT NULL,
  ADD CONSTRAINT ausencias_horas CHECK ((de IS NULL) = (a IS NULL) AND a > de),
  ADD CONSTRAINT ausencias_sin_fin CHECK (hasta IS NOT NULL OR de IS NOT NULL);
