import type { Platform } from '@huanji/domain/catalogue/types'
import sharp from 'sharp'

/** What a placeholder photo shows. Equal looks give equal pictures, so that some hundred serve any number of phones. */
export interface PhotoLook {
  /** A shot's code (`domain/src/photos/shots.ts`), or the code of the item whose defect is seen close. */
  readonly subject: string
  /** The SKU's colour, as the catalogue names it. */
  readonly colour: string
  readonly platform: Platform
}

/** Body colours, and the words of a Chinese colour name that speak of them; the first found decides. */
const BODY_COLOURS: readonly (readonly [RegExp, string])[] = [
  [/黑|墨|午夜|暗夜/, '#2b2d31'],
  [/粉|樱/, '#e6bcc0'],
  [/橙|橘|珊瑚|日耀/, '#d98652'],
  [/红/, '#b8434a'],
  [/紫|罗兰/, '#9d8fb8'],
  [/蓝|群青|海阔/, '#5f86b3'],
  [/绿|青|翠|薄荷/, '#6f9a86'],
  [/灰|石墨|曼岛/, '#7f848b'],
  [/金|黄|沙漠|胡杨|霞/, '#dcc7a0'],
  [/银|原色|钛/, '#c4c0b8'],
  [/白|雪|星光|晨曦/, '#efeee9'],
]

/** The body colour, as `#rrggbb`, that comes nearest to a colour of the catalogue; a name that speaks of none is black. */
export function bodyColour(name: string): string {
  const plain = name.replace('钛金属', '')
  return BODY_COLOURS.find(([words]) => words.test(plain))?.[1] ?? '#2b2d31'
}

/** A colour mixed with white (share above 0) or black (below). */
function mixed(colour: string, share: number): string {
  const target = share > 0 ? 255 : 0
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return `rgb(${parts.map((part) => Math.round(part + (target - part) * Math.abs(share))).join(',')})`
}

const box = (x: number, y: number, width: number, height: number, radius: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" ${more}/>`
const disc = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`
const lens = (x: number, y: number, radius: number): string =>
  disc(x, y, radius, '#16181b') +
  disc(x, y, radius * 0.6, '#142c46') +
  disc(x - radius / 4, y - radius / 4, 6, '#d9ecff')

/** Everything that can be seen of one phone, as SVG of 900 × 1200 (upright) or 1200 × 900 (lying). */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one picture: its parts share their measures
function drawingsOf({ colour, platform }: Pick<PhotoLook, 'colour' | 'platform'>) {
  const body = bodyColour(colour)
  const [edge, shine] = [mixed(body, -0.25), mixed(body, 0.3)]
  const page = (width: number, height: number, inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 0.67}" height="${height * 0.67}" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="light" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient></defs>${box(0, 0, width, height, 0, '#cfcac1')}${box(0, 0, width, height, 0, 'url(#light)')}${inside}</svg>`
  const upright = (face: string, inside: string) =>
    page(900, 1200, box(236, 96, 452, 1040, 74, '#0004') + box(222, 78, 456, 1040, 74, edge) + face + inside)
  const lying = (inside: string) => page(1200, 900, inside)

  const sensor = platform === 'apple' ? box(385, 112, 130, 34, 17, '#050505') : disc(450, 128, 14, '#050505')
  const screen = (fill: string, inside = '') =>
    upright(box(232, 88, 436, 1020, 66, '#0a0a0b'), box(242, 98, 416, 1000, 58, fill) + inside + sensor)
  const rows = [0, 1, 2, 3, 4, 5]
    .map((row) => box(270, 520 + row * 80, 150 + ((row * 47) % 90), 22, 8, '#8a9099'))
    .join('')
  const sheet = screen('#f2f3f6', box(252, 200, 396, 800, 28, '#fff') + rows)
  const battery = screen(
    '#f2f3f6',
    disc(450, 360, 110, 'none', 'stroke="#39b36a" stroke-width="26" stroke-dasharray="590 700"') + rows,
  )
  const cameras =
    platform === 'apple'
      ? box(246, 106, 210, 214, 54, shine) + lens(304, 164, 44) + lens(304, 262, 44) + lens(398, 213, 44)
      : disc(450, 270, 140, shine) + lens(398, 218, 44) + lens(502, 218, 44) + lens(398, 322, 44)
  const back = upright(box(232, 88, 436, 1020, 66, body), box(232, 88, 436, 1020, 66, 'url(#light)') + cameras)
  const side = (keys: string, from = 60, to = 1140) =>
    lying(
      box(from + 10, 430, to - from, 90, 36, '#0004') +
        box(from, 400, to - from, 100, 40, edge) +
        box(from + 20, 406, to - from - 40, 26, 13, shine) +
        keys,
    )
  const key = (x: number, width: number) => box(x, 436, width, 34, 14, body, 'stroke="#0006"')
  const port =
    box(540, 434, 120, 36, 18, '#0b0b0c') +
    [330, 370, 410, 790, 830, 870].map((x) => disc(x, 452, 8, '#0b0b0c')).join('')
  const near = (fill: string, inside: string) =>
    lying(box(90, 90, 1200, 900, 70, fill) + box(90, 90, 1200, 900, 70, 'url(#light)') + inside)
  const ring = disc(640, 460, 200, 'none', 'stroke="#e5484d" stroke-width="8" stroke-dasharray="20 14"')
  const scratch = (stroke: string) =>
    `<path d="M520 400q110 20 210 140M560 540l150 -90" stroke="${stroke}" stroke-width="4" fill="none"/>`
  const open = lying(
    box(150, 200, 900, 500, 40, edge) + box(166, 216, 868, 468, 30, '#eef1f5') + box(594, 216, 12, 468, 0, '#0002'),
  )

  const shots: Readonly<Record<string, string>> = {
    front_off: screen('#101114', '<path d="M300 98h110l-160 1000h-8v-700z" fill="#fff2"/>'),
    front_on: screen('#fbfcfd'),
    back,
    left: side(key(300, 46) + key(390, 96) + key(510, 96)),
    right: side(key(420, 150)),
    top: side(disc(520, 452, 7, '#0b0b0c'), 250, 950),
    bottom: side(port, 250, 950),
    camera: near(body, lens(420, 340, 120) + lens(420, 640, 120) + lens(740, 490, 120)),
    about: sheet,
    battery,
    corners: near(body, box(140, 140, 1200, 900, 60, edge)),
    bag: page(
      900,
      1200,
      box(170, 130, 560, 940, 20, '#fff9') + box(170, 130, 560, 60, 10, '#d8434a') + box(290, 400, 320, 620, 50, body),
    ),
    accessories: lying(box(200, 240, 420, 420, 24, '#f7f7f5') + box(700, 320, 180, 180, 30, '#fafafa')),
    inner: open,
    outer: screen('#eef1f5'),
    hinge: open,
  }
  /** A defect by its item's group: glass, display, papers and system pages, and the body for whatever else. */
  const defects: Readonly<Record<string, string>> = {
    A: sheet,
    C: near('#15171a', scratch('#cfd6de') + ring),
    D: near('#f4f6f9', disc(640, 460, 90, '#f0d98a', 'opacity=".6"') + ring),
    E: sheet,
    F: sheet,
  }
  return (subject: string): string =>
    shots[subject] ?? (subject === 'A14' ? battery : defects[subject.slice(0, 1)]) ?? near(body, scratch(shine) + ring)
}

/** The drawing of a look as SVG, without any lettering, so that it looks the same on a machine without fonts. */
export const drawingOf = ({ subject, ...phone }: PhotoLook): string => drawingsOf(phone)(subject)

/** The JPEG of a drawing. */
export const photoOf = (drawing: string): Promise<Buffer> =>
  sharp(Buffer.from(drawing)).jpeg({ quality: 80 }).toBuffer()

/** The JPEG of a look: what an inspector's camera would give. */
export const placeholderPhoto = (look: PhotoLook): Promise<Buffer> => photoOf(drawingOf(look))
