/** Stops the start. Its message is printed alone: one sentence that says what to set. */
export class StartError extends Error {}
