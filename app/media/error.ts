const SENTENCES = {
  full: "Ya no hay espacio para guardar imágenes. Avisa a quien instaló Susa.",
  credentials: "El servicio de imágenes no aceptó las claves del estudio. Avisa a quien instaló Susa.",
  quota: "El servicio de imágenes llegó al límite de la cuenta del estudio. Avisa a quien instaló Susa.",
  network: "No se pudo llegar al servicio de imágenes. Espera un momento y vuelve a intentarlo.",
  rejected: "El servicio de imágenes no aceptó la imagen. Prueba con otra, o avisa a quien instaló Susa.",
  failed: "No se pudieron guardar las imágenes. Espera un momento y vuelve a intentarlo.",
};

export type StorageFailure = keyof typeof SENTENCES;

/** A storage that failed; `code` is the driver's error code, for the log. */
export class StorageError extends Error {
  constructor(
    readonly kind: StorageFailure,
    readonly code: string,
  ) {
    super(kind);
    this.name = "StorageError";
  }

  /** Whether the same files may be stored some minutes later. */
  get canRetryLater(): boolean {
    return this.kind === "network" || this.kind === "quota";
  }

  /** The message for the person. */
  get sentence(): string {
    return SENTENCES[this.kind];
  }
}

/** The error of a disk that did not take a file. */
export function diskError(error: unknown): StorageError {
  const { code = "" } = error as NodeJS.ErrnoException;
  return new StorageError(["ENOSPC", "EDQUOT"].includes(code) ? "full" : "failed", code);
}
