/** Said where the database does not answer. */
export const UNREADABLE = "No se pudo consultar la base de datos. Espera un momento y vuelve a cargar la página.";
