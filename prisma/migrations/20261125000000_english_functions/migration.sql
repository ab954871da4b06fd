-- Functions are mechanism, and named in English like the rest of it. Columns, checks and triggers follow a renamed function.
ALTER FUNCTION sin_acentos RENAME TO fold_text;
ALTER FUNCTION con_texto RENAME TO is_text;
ALTER FUNCTION digitos RENAME TO phone_digits;
ALTER FUNCTION juntar RENAME TO join_texts;
ALTER FUNCTION que_contiene RENAME TO contains_pattern;
ALTER FUNCTION color_menos_usado RENAME TO least_used_color;
ALTER FUNCTION son_categorias RENAME TO are_categorias;
ALTER FUNCTION son_textos RENAME TO are_textos;
ALTER FUNCTION solo_se_agrega RENAME TO append_only;
