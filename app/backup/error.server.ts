/** A backup that cannot be restored; its message is for the person who runs the command. */
export class BackupError extends Error {}
