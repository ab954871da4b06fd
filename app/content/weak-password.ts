/** Why a new password is refused, and what to write instead. */
export const WEAK_PASSWORD = {
  common: "Esa contraseña es fácil de adivinar: la usan muchas personas. Junta tres o cuatro palabras que solo tú recuerdes.",
  email: "Tu correo es fácil de adivinar como contraseña. Junta tres o cuatro palabras que solo tú recuerdes.",
  estudio: "El nombre del estudio es fácil de adivinar como contraseña. Junta tres o cuatro palabras que solo tú recuerdes.",
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
