import type { EncodedPicture } from "./encoding";

/** What a storage knows about itself without a network request. */
export type StorageFacts = { kind: "disk"; files: number; bytes: number } | { kind: "cloudinary"; cloud: string };

/** Where pictures are stored. Methods that write throw StorageError. */
export type Storage = {
  /** The widths in which to encode a picture `width` pixels wide, the full one last. */
  widths(width: number): number[];
  /** Saves a picture and gives its address; null when the name is taken. */
  save(nombre: string, picture: EncodedPicture): Promise<{ url: string } | null>;
  /** Removes all files saved under a name, hidden ones too, if there are any. */
  remove(nombre: string): Promise<void>;
  /** Moves the files saved under a name to where they are not served; does nothing for those that already are there. */
  hide(nombre: string): Promise<void>;
  /** Moves them back, and gives the address; null when there are none. Does nothing for those that are served. */
  unhide(nombre: string): Promise<string | null>;
  /** The kind of storage, and how much it holds if known. */
  facts(): Promise<StorageFacts>;
};
