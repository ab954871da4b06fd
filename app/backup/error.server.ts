/** A backup that cannot be restored; its message is the sentence for the person who runs the command. */
export class BackupError extends Error {}
