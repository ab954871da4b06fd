import { crc32, deflateSync, gzipSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** An uploaded file: its name, its content, and whether the gallery must accept it. */
export type MaliciousFile = { name: string; bytes: Buffer; accepted: boolean };

const SCRIPT = "<script>alert('susa')</script>";
const PHP = "<?php system($_GET['susa']); ?>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)">${SCRIPT}</svg>`;

/** A picture of four coloured quarters (red, green; blue, white), which shows how it was rotated. */
function fourColors(width = 48, height = 32): Sharp {
  const [half, middle] = [width / 2, height / 2];
  const piece = (left: number, top: number, color: string) => ({
    input: { create: { width: half, height: middle, channels: 3 as const, background: color } },
    left,
    top,
  });
  return sharp({ create: { width, height, channels: 3, background: "#ffffff" } }).composite([
    piece(0, 0, "#ff0000"),
    piece(half, 0, "#00ff00"),
    piece(0, middle, "#0000ff"),
  ]);
}

const GPS = {
  IFD0: { Make: "SUSACAM", ImageDescription: SCRIPT },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "19/1 25/1 57/1", GPSLongitudeRef: "W", GPSLongitude: "99/1 7/1 59/1" },
};

/** A PNG chunk with its checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A decompression bomb: a small PNG whose header claims the given size. */
function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A PNG with an extra chunk after its header. */
function withChunk(png: Buffer, type: string, data: string): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk(type, Buffer.from(data, "latin1")), png.subarray(33)]);
}

/** A JPEG with a comment before its picture. */
function withComment(jpeg: Buffer, comment: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe]),
    length,
    Buffer.from(comment, "latin1"),
    jpeg.subarray(2),
  ]);
}

/** The same JPEG with a header that claims a larger size. */
function withClaimedSize(jpeg: Buffer, width: number, height: number): Buffer {
  const forged = Buffer.from(jpeg);
  const frame = forged.indexOf(Buffer.from([0xff, 0xc0]));
  forged.writeUInt16BE(height, frame + 5);
  forged.writeUInt16BE(width, frame + 7);
  return forged;
}

function gifHeader(width: number, height: number): Buffer {
  const header = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;", "latin1");
  for (const at of [6, 24]) {
    header.writeUInt16LE(width, at);
    header.writeUInt16LE(height, at + 2);
  }
  return header;
}

/** Malicious, damaged and unusual uploads. */
export async function maliciousFiles(): Promise<MaliciousFile[]> {
  const [jpeg, png, webp, gif, avif] = await Promise.all([
    fourColors(640, 480).jpeg().toBuffer(),
    fourColors(640, 480).png().toBuffer(),
    fourColors(640, 480).webp().toBuffer(),
    fourColors(640, 480).gif().toBuffer(),
    fourColors(640, 480).avif({ effort: 0 }).toBuffer(),
  ]);
  const ftyp = (brand: string) =>
    Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`, "latin1"), Buffer.alloc(64)]);
  const rejected: [name: string, bytes: Buffer | string][] = [
    ["dibujo.svg", SVG],
    ["dibujo con otro nombre.jpg", SVG],
    ["dibujo.svgz", gzipSync(SVG)],
    [
      "carcajadas.svg",
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${"ja".repeat(99)}"><!ENTITY b "&a;&a;&a;">]><svg>&b;</svg>`,
    ],
    ["entidad.svg", '<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>'],
    ["pagina.png", `<!DOCTYPE html><title>x</title>${SCRIPT}`],
    ["guion.gif", "GIF89a/*\0\0*/=1;alert('susa')"],
    ["programa.php.jpg", PHP],
    ["magia.jpg", "push graphic-context\nimage over 0,0 0,0 'https://ejemplo.mx/x'\npop graphic-context"],
    ["medio.jpg", jpeg.subarray(0, jpeg.length / 2)],
    ["medio.png", png.subarray(0, png.length / 2)],
    ["medio.webp", webp.subarray(0, webp.length / 2)],
    ["medio.avif", avif.subarray(0, avif.length / 2)],
    ["solo el principio.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ["solo el principio.png", png.subarray(0, 8)],
    ["un byte.jpg", Buffer.from([0xff])],
    ["bomba.png", pngBomb(30_000, 30_000)],
    ["bomba angosta.png", pngBomb(2_000_000, 26)],
    ["bomba.gif", gifHeader(65_535, 65_535)],
    ["bomba.jpg", withClaimedSize(jpeg, 65_000, 65_000)],
    ["justo de más.jpg", withClaimedSize(jpeg, 7_072, 7_071)],
    ["foto.heic", ftyp("heic")],
    ["foto con otro nombre.jpg", ftyp("heix")],
    ["video.mp4", ftyp("isom")],
    ["escaneo.tiff", await fourColors().tiff().toBuffer()],
    ["mapa.bmp", Buffer.concat([Buffer.from("BM"), Buffer.alloc(80, 1)])],
    ["icono.ico", Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(64, 1)])],
    ["recibo.pdf", "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF"],
    ["paquete.zip", Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(64)])],
    ["programa.exe", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(128)])],
    ["nada.jpg", "   "],
    ["texto.webp", "RIFF\x10\0\0\0WEBPsusa"],
    ["ruido.jpg", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xdb]), Buffer.alloc(5000, 0xa7)])],
  ];
  const oriented = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map(async (orientation): Promise<[string, Buffer]> => {
      const bytes = await fourColors(640, 480).withExif(GPS).withMetadata({ orientation }).jpeg().toBuffer();
      return [`girada ${orientation}.jpg`, bytes];
    }),
  );
  const accepted: [name: string, bytes: Buffer][] = [
    ...oriented,
    ["con lugar.jpg", await fourColors(640, 480).withExif(GPS).jpeg().toBuffer()],
    ["con lugar.png", await fourColors(640, 480).withExif(GPS).png().toBuffer()],
    ["con lugar.webp", await fourColors(640, 480).withExif(GPS).webp().toBuffer()],
    ["con lugar.avif", await fourColors(640, 480).withExif(GPS).avif({ effort: 0 }).toBuffer()],
    [
      "con xmp.jpg",
      await fourColors(640, 480).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SCRIPT}</x:xmpmeta>`).jpeg().toBuffer(),
    ],
    ["comentada.jpg", withComment(jpeg, `${SCRIPT}${PHP}`)],
    ["con texto.png", withChunk(png, "tEXt", `Comment\0${SCRIPT}${PHP}`)],
    ["con cola de programa.png", Buffer.concat([png, Buffer.from(PHP)])],
    ["con cola de página.jpg", Buffer.concat([jpeg, Buffer.from(SCRIPT)])],
    ["y también un zip.gif", Buffer.concat([gif, Buffer.from("PK\x05\x06"), Buffer.alloc(18)])],
    ["disfrazada.exe", png],
    ["sin extensión", webp],
    ["cmyk.jpg", await fourColors(640, 480).toColourspace("cmyk").jpeg().toBuffer()],
    ["dieciséis bits.png", await fourColors(640, 480).toColourspace("rgb16").png().toBuffer()],
    ["gris.png", await sharp(png).greyscale().png().toBuffer()],
    ["paleta.png", await fourColors(640, 480).png({ palette: true, colours: 4 }).toBuffer()],
    ["transparente.png", await sharp(png).ensureAlpha(0.5).png().toBuffer()],
    ["progresiva.jpg", await fourColors(640, 480).jpeg({ progressive: true }).toBuffer()],
    ["un punto.png", await fourColors(2, 2).resize(1, 1).png().toBuffer()],
    ["muy alta.png", await fourColors(2, 9000).png().toBuffer()],
    ["muy ancha.png", await fourColors(9000, 2).png().toBuffer()],
    ["animada.gif", gif],
    ["../../../../etc/passwd", png],
    ["C:\\fotos\\boda.png", png],
    ["<img src=x onerror=alert(1)>.png", png],
    ['comillas".png', png],
    ["punto;y=coma.png", png],
    ["\u202egnp.exe", png],
    ["nulo\0.png", png],
    [".htaccess", png],
    ["😀 ñandú.png", png],
    [`${"larga ".repeat(800)}.png`, png],
  ];
  return [
    ...rejected.map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes), accepted: false })),
    ...accepted.map(([name, bytes]) => ({ name, bytes, accepted: true })),
  ];
}

/** Malicious and malformed URLs; only a plain https URL may be stored or shown unchanged. */
export const MALICIOUS_URLS = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "javascript://ejemplo.mx/%0aalert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2Zy8+",
  "blob:https://ejemplo.mx/1",
  "file:///etc/passwd",
  "ftp://ejemplo.mx/foto.jpg",
  "about:blank",
  "view-source:https://ejemplo.mx/",
  "intent://ejemplo.mx#Intent;end",
  "http://ejemplo.mx/foto.jpg\0",
  "//ejemplo.mx/foto.jpg",
  "///ejemplo.mx/foto.jpg",
  "\\\\ejemplo.mx\\foto.jpg",
  "/etc/passwd",
  "/uploads/../../etc/passwd",
  "/admin/clientes",
  "foto.jpg",
  "ejemplo.mx/foto.jpg",
  "https://",
  "https:///foto.jpg",
  "https:ejemplo.mx/foto.jpg",
  "https://usuaria:clave@ejemplo.mx/foto.jpg",
  "https://usuaria@ejemplo.mx/foto.jpg",
  "https://ejemplo.mx:99999/foto.jpg",
  "https://ejem plo.mx/foto.jpg",
  "https://[::1/foto.jpg",
  "https://ejemplo.mx/foto.jpg\r\nX-Cabecera: 1",
  'https://ejemplo.mx/foto.jpg" onerror="alert(1)',
  "https://ejemplo.mx/<script>alert(1)</script>",
  "https://ejemplo.mx/foto.jpg 2x, https://otra.example/x.jpg",
  "https://ejemplo.mx\\@otra.example/foto.jpg",
  "https://ejemplo.mx%00.otra.example/foto.jpg",
  "https://.",
  "https://ejemplo.mx/a,b.jpg 100w",
  `https://ejemplo.mx/${"x".repeat(2100)}`,
  "https://xn--/foto.jpg",
  "https://ejémplo.mx/ñandú.jpg",
];
