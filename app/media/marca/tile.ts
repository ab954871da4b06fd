/** The icons are drawn on a square of this size. */
export const TILE = 512;

/** How a square ends: with round corners, or at its edges, with what it shows within the circle that Android may cut out. */
export type Shape = "round" | "full" | "maskable";

const CORNER = 144;

/** How wide and high what a tile shows may be. */
export function roomIn(shape: Shape): number {
  return shape === "maskable" ? 0.56 * TILE : 0.68 * TILE;
}

/** A tile of a colour with `content` on it. */
export function tileSvg(shape: Shape, color: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${TILE} ${TILE}" width="${TILE}" height="${TILE}">
<rect width="${TILE}" height="${TILE}"${shape === "round" ? ` rx="${CORNER}"` : ""} fill="${color}"/>
${content}
</svg>
`;
}

// Drawn for a name whose letters the font does not have.
const LEAF =
  "M-66 176q56-164 150-302l12 8Q-2 16-48 182zM-48 126q-92-34-70-116 74 44 70 116m30-84q-84-44-54-122 68 54 54 122m36-84q-70-52-32-122 58 60 32 122m-46 142q40-76 122-58-42 72-122 58m40-90q46-68 122-44-46 64-122 44m46-80q52-58 118-26-54 54-118 26m30-64q4-64 66-88 2 70-66 88";
const LEAF_HEIGHT = 440;

/** The neutral mark, `height` high, with its middle at `x` and `y`. */
export function leaf(x: number, y: number, height: number, color: string): string {
  return `<path fill="${color}" transform="translate(${x} ${y}) scale(${(height / LEAF_HEIGHT).toFixed(3)})" d="${LEAF}"/>`;
}
