import sharp, { type Sharp } from 'sharp';

/** How a drawn person looks. */
interface Look {
  skin: string;
  shade: string;
  light: string;
  hair: string;
  iris: string;
  /** The face's width; 1 is usual. */
  width: number;
  /** How dense the beard is, from 0 to 1. */
  beard: number;
}

const USUAL: Look = {
  skin: '#c68e6d',
  shade: '#8d5a3f',
  light: '#e2b493',
  hair: '#2b1d16',
  iris: '#4a3322',
  width: 1,
  beard: 0,
};

/** Four people who do not exist. */
export const LOOKS: readonly Look[] = [
  USUAL,
  { ...USUAL, skin: '#8a5a3c', shade: '#5a3722', light: '#a97752', hair: '#15100d', beard: 0.8 },
  {
    ...USUAL,
    skin: '#e8bfa4',
    shade: '#b98669',
    light: '#f6dcc8',
    hair: '#b98a4a',
    iris: '#4e6d8c',
    width: 0.92,
  },
  { ...USUAL, skin: '#d9a37f', shade: '#9b6a4b', light: '#eec6a4', hair: '#6b6b6b', beard: 0.5, width: 1.05 },
];

const [WIDTH, HEIGHT] = [400, 500];
/** Of the drawing's height, the part from the brow's top to the chin. */
const FACE_SHARE = 0.66;
/** Of the drawing's height, where the middle of the face is. */
const FACE_MIDDLE = 0.53;

function drawing({ skin, shade, light, hair, iris, width, beard }: Look): string {
  const [l, r] = [200 - 125 * width, 200 + 125 * width];
  const eye = (x: number) =>
    `<path d="M${x - 30} 226 Q${x} 204 ${x + 30} 228 Q${x} 244 ${x - 30} 226z" fill="#efe8e0"/>
    <circle cx="${x}" cy="225" r="13" fill="${iris}"/><circle cx="${x}" cy="225" r="6" fill="#0c0806"/>
    <circle cx="${x + 4}" cy="221" r="3" fill="#fff"/>
    <g stroke="${hair}" fill="none"><path d="M${x - 33} 224 Q${x} 200 ${x + 33} 226" stroke-width="5"/>
    <path d="M${x - 37} 192 Q${x} 170 ${x + 36} 191" stroke-width="12" filter="url(#b2)"/></g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <defs><radialGradient id="s" cx=".42" cy=".38" r=".75"><stop offset="0" stop-color="${light}"/>
  <stop offset=".55" stop-color="${skin}"/><stop offset="1" stop-color="${shade}"/></radialGradient>
  <linearGradient id="n"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${shade}"/></linearGradient>
  <filter id="b2"><feGaussianBlur stdDeviation="2"/></filter><filter id="b6"><feGaussianBlur stdDeviation="6"/></filter></defs>
  <path d="M140 400h120v100h-120z" fill="${shade}"/>
  <path d="M20 500q30-70 125-85q55 45 110 0q95 15 125 85z" fill="#38475c"/>
  <ellipse cx="200" cy="190" rx="${150 * width}" ry="180" fill="${hair}"/>
  <path d="M${l} 215C${l} 90 ${r} 90 ${r} 215C${r} 330 ${200 + 70 * width} 430 200 430C${200 - 70 * width} 430 ${l} 330 ${l} 215z" fill="url(#s)"/>
  <path d="M${l} 200Q${l + 25} 90 200 95Q${r - 15} 90 ${r} 200Q${r - 45} 120 200 130Q${l + 45} 120 ${l} 200z" fill="${hair}"/>
  <g filter="url(#b6)" fill="${shade}" opacity=".65"><ellipse cx="145" cy="222" rx="40" ry="20"/>
  <ellipse cx="255" cy="222" rx="40" ry="20"/><ellipse cx="200" cy="330" rx="34" ry="8"/><ellipse cx="200" cy="402" rx="34" ry="8"/></g>
  ${eye(145)}${eye(255)}
  <path d="M188 225Q184 290 172 306Q186 324 200 322Q214 324 228 306Q216 290 212 225z" fill="url(#n)" opacity=".5" filter="url(#b6)"/>
  <g fill="#3a1d14" opacity=".8" filter="url(#b2)"><ellipse cx="185" cy="315" rx="8" ry="4"/><ellipse cx="215" cy="315" rx="8" ry="4"/></g>
  <path d="M150 362Q180 346 200 353Q220 346 250 362Q225 392 200 392Q175 392 150 362z" fill="#9c4a45"/>
  <path d="M150 362Q200 370 250 362" stroke="#4c1f1c" stroke-width="3" fill="none"/>
  <path d="M95 300Q110 420 200 432Q290 420 305 300Q280 350 255 345Q200 320 145 345Q120 350 95 300z" fill="${hair}" opacity="${beard}" filter="url(#b6)"/>
  </svg>`;
}

/** A face on a sphere, in degrees; `height` is that of the face itself. */
export interface PlacedFace {
  yaw: number;
  pitch: number;
  height: number;
  /** An index of `LOOKS`. */
  look?: number;
}

/** A plain room as an equirectangular picture: walls, corners, a floor, a window. */
function room(width: number): Buffer {
  const corners = [0.1, 0.37, 0.6, 0.87]
    .map((x) => `<path d="M${x * 360} 52V128" stroke="#8f877a"/>`)
    .join('');
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width / 2}" viewBox="0 0 360 180">
  <defs><linearGradient id="w" x2="0" y2="1"><stop offset="0" stop-color="#d6d0c4"/><stop offset="1" stop-color="#a59b8b"/></linearGradient></defs>
  <rect width="360" height="180" fill="#ded9ce"/><rect y="52" width="360" height="76" fill="url(#w)"/>
  <rect y="128" width="360" height="52" fill="#7c6650"/>${corners}
  <rect x="150" y="66" width="26" height="34" fill="#c9dbe6" stroke="#f2efe8" stroke-width="2"/></svg>`);
}

/** Draws faces onto a room. @param width pixels of the sphere @returns the picture, not encoded yet */
export async function sphereWithFaces(width: number, faces: readonly PlacedFace[]): Promise<Sharp> {
  const perDegree = width / 360;
  const layers = await Promise.all(
    faces.map(async ({ yaw, pitch, height, look = 0 }) => {
      const pixels = Math.round((height * perDegree) / FACE_SHARE);
      const across = Math.round((pixels * WIDTH) / HEIGHT / Math.cos((pitch * Math.PI) / 180));
      const input = await sharp(Buffer.from(drawing(LOOKS[look] ?? USUAL)))
        .resize({ width: across, height: pixels, fit: 'fill' })
        .png()
        .toBuffer();
      const left = Math.round((yaw + 180) * perDegree - across / 2);
      return { input, left, top: Math.round((90 - pitch) * perDegree - pixels * FACE_MIDDLE), across };
    }),
  );
  // What crosses the seam is drawn on both sides of it.
  const placed = layers.flatMap(({ across, left, ...layer }) => [
    { ...layer, left },
    ...(left < 0 ? [{ ...layer, left: left + width }] : []),
    ...(left + across > width ? [{ ...layer, left: left - width }] : []),
  ]);
  const background = await sharp(room(width)).png().toBuffer();
  const image = await sharp(background).composite(placed).removeAlpha().png().toBuffer();
  return sharp(image);
}
