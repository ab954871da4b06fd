import type { EncodedPicture } from "./encoding";

/** What a storage can say of itself without asking anybody else. */
export type StorageFacts = { kind: "disk"; files: number; bytes: number } | { kind: "cloudinary"; cloud: string };

/** Where pictures are kept. What writes throws StorageError. */
export type Storage = {
  /** The widths in which it wants a picture that is `width` wide, its own last. */
  widths(width: number): number[];
  /** Saves a picture and gives its address; null when something else has its name there. */
  save(nombre: string, picture: EncodedPicture): Promise<{ url: string } | null>;
  /** Removes all that was saved under a name; nothing there is nothing to do. */
  remove(nombre: string): Promise<void>;
  /** What it is, and how much it holds if it knows. */
  facts(): Promise<StorageFacts>;
};
