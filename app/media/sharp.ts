import type { CreateText, Sharp, SharpOptions } from "sharp";

export type LoadedSharp = {
  (input: string | Buffer, options: SharpOptions): Sharp;
  (options: { text: CreateText }): Sharp;
};

let loaded: Promise<LoadedSharp> | undefined;

/** Loads the image library, at its first use: it takes 18 MB that most days do not need. */
export function loadSharp(): Promise<LoadedSharp> {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // Only the loaders of the five formats may run on files, whatever a file claims to be. In memory there are only our own drawings
    // and pictures that were stored before.
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({
      operation: [
        ...["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map((format) => `VipsForeignLoad${format}File`),
        ...["Svg", "Webp"].map((format) => `VipsForeignLoad${format}Buffer`),
      ],
    });
    return sharp;
  });
  return loaded;
}
