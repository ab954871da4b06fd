/** Why a new password is refused, and what to write instead. */
export const WEAK_PASSWORD = {
  common: "Esa contraseña se adivina pronto: muchas personas la usan. Junta tres o cuatro palabras que solo tú recuerdes.",
  email: "Esa contraseña es tu correo, y se adivina pronto. Junta tres o cuatro palabras que solo tú recuerdes.",
  estudio: "Esa contraseña es el nombre del estudio, y se adivina pronto. Junta tres o cuatro palabras que solo tú recuerdes.",
};

// Common here, and in none of the lists of passwords.
export const COMMON_PHRASES = [
  "amorcito",
  "cambiame",
  "contraseñanueva",
  "dioseselamor",
  "diosesamor",
  "elamordemivida",
  "lacontraseña",
  "laguadalupana",
  "micontraseña",
  "micorazon",
  "mifamilia",
  "mishijos",
  "mivida",
  "miestudio",
  "nuevacontraseña",
  "teamo",
  "teamomucho",
  "teextraño",
  "tequiero",
  "tequieromucho",
  "vivamexico",
];
