import type { EncodedPicture } from "./encoding";

/** What a storage knows about itself without a network request. */
export type StorageFacts = { kind: "disk"; files: number; bytes: number } | { kind: "cloudinary"; cloud: string };

/** Where pictures are stored. Methods that write throw StorageError. */
export type Storage = {
  /** The widths in which to encode a picture `width` pixels wide, the full one last. */
  widths(width: number): number[];
  /** Saves a picture and gives its address; null when the name is taken. */
  save(nombre: string, picture: EncodedPicture): Promise<{ url: string } | null>;
  /** Removes all files saved under a name, if there are any. */
  remove(nombre: string): Promise<void>;
  /** The kind of storage, and how much it holds if known. */
  facts(): Promise<StorageFacts>;
};
