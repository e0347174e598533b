import type { Platform } from '@huanji/domain/catalogue/models'
import { type Paint, type PaintName, paintOf } from './paint.ts'

/** What a picture shows. Equal motifs give equal pictures, so that a few dozen serve any number of phones. */
export interface Motif {
  /** A shot's code, or the kind of a defect seen close. */
  readonly subject: string
  readonly paint: PaintName
  readonly platform: Platform
  /** Moves light and marks a little. */
  readonly variant: number
}

interface Canvas {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Each a part of the plane that the motifs are drawn on. */
const UPRIGHT: Canvas = { x: 150, y: 0, width: 600, height: 1200 }
const LYING: Canvas = { x: 0, y: 120, width: 1200, height: 320 }
const CLOSE: Canvas = { x: 0, y: 60, width: 1200, height: 680 }

const DESKS = ['#c9c3b8', '#b9c0c6', '#d6d2cb'] as const

function page({ x, y, width, height }: Canvas, variant: number, content: string): string {
  const desk = DESKS[variant % DESKS.length] ?? DESKS[0]
  const lightX = 25 + ((variant * 17) % 50)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">
<defs>
<radialGradient id="light" cx="${lightX}%" cy="20%" r="90%"><stop offset="0" stop-color="#ffffff" stop-opacity=".75"/><stop offset="1" stop-color="#000000" stop-opacity=".22"/></radialGradient>
<linearGradient id="gloss" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ffffff" stop-opacity=".28"/><stop offset=".45" stop-color="#ffffff" stop-opacity="0"/><stop offset="1" stop-color="#000000" stop-opacity=".18"/></linearGradient>
<filter id="soft"><feGaussianBlur stdDeviation="14"/></filter>
</defs>
${box(x, y, width, height, 0, desk)}${box(x, y, width, height, 0, 'url(#light)')}
${content}
</svg>`
}

const box = (x: number, y: number, width: number, height: number, radius: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" ${more}/>`

const disc = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`

/** The phone's outline with its shadow on the desk; `inside` lies upon its face. */
function standing(paint: Paint, inside: string): string {
  return [
    box(232, 92, 460, 1030, 74, '#000000', 'opacity=".35" filter="url(#soft)"'),
    box(218, 78, 464, 1040, 78, paint.edge),
    box(214, 200, 6, 60, 3, paint.edge),
    box(680, 270, 6, 130, 3, paint.edge),
    inside,
  ].join('')
}

function screen(platform: Platform, fill: string, content: string): string {
  const sensor = platform === 'apple' ? box(385, 112, 130, 36, 18, '#050505') : disc(450, 130, 14, '#050505')
  return box(230, 90, 440, 1016, 66, '#0a0a0b') + box(240, 100, 420, 996, 58, fill) + content + sensor
}

function glare(variant: number): string {
  const left = 260 + ((variant * 53) % 120)
  return `<polygon points="${left},100 ${left + 120},100 ${left - 10},1096 ${Math.max(left - 130, 240)},1096" fill="#ffffff" opacity=".10"/>`
}

function rows(count: number, fill: string): string {
  return Array.from({ length: count }, (_, row) => {
    const y = 330 + row * 78
    const width = 90 + ((row * 47) % 80)
    return box(268, y, width, 20, 8, fill) + box(540 - ((row * 31) % 60), y, 92 + ((row * 31) % 60), 20, 8, '#c3c8cf')
  }).join('')
}

function aboutPage(platform: Platform): string {
  const sheet = box(252, 300, 396, 640, 28, '#ffffff')
  // the middle digits of the IMEI are covered, as the shot asks
  const hidden = box(430, 786, 120, 34, 4, '#1a1a1a')
  return screen(platform, '#f2f3f6', box(252, 190, 150, 30, 8, '#2b2e33') + sheet + rows(7, '#5d636b') + hidden)
}

function batteryPage(platform: Platform, variant: number): string {
  const share = 0.8 + ((variant * 7) % 19) / 100
  const length = 2 * Math.PI * 110
  const ring =
    disc(450, 440, 110, 'none', 'stroke="#dfe5ea" stroke-width="26"') +
    disc(
      450,
      440,
      110,
      'none',
      `stroke="#39b36a" stroke-width="26" stroke-linecap="round" stroke-dasharray="${length * share} ${length}" transform="rotate(-90 450 440)"`,
    )
  const sheet = box(252, 250, 396, 390, 28, '#ffffff')
  const notes = box(268, 700, 300, 18, 8, '#b7bdc5') + box(268, 736, 240, 18, 8, '#b7bdc5')
  return screen(
    platform,
    '#f2f3f6',
    box(252, 180, 170, 30, 8, '#2b2e33') + sheet + ring + box(405, 428, 90, 26, 8, '#2b2e33') + notes,
  )
}

function lens(x: number, y: number, radius: number): string {
  return (
    disc(x, y, radius, '#16181b') +
    disc(x, y, radius * 0.72, '#0b1826') +
    disc(x, y, radius * 0.42, '#142c46') +
    disc(x - radius * 0.25, y - radius * 0.25, radius * 0.13, '#d9ecff', 'opacity=".8"')
  )
}

function island(platform: Platform, paint: Paint): string {
  if (platform === 'apple') {
    const plate = box(244, 106, 210, 214, 54, paint.shine, 'opacity=".85"')
    return plate + lens(302, 164, 44) + lens(302, 262, 44) + lens(396, 213, 44) + disc(396, 140, 13, '#fff3d6')
  }
  const plate = disc(450, 270, 140, paint.shine, 'opacity=".9"') + disc(450, 270, 126, '#101215')
  return plate + lens(398, 218, 42) + lens(502, 218, 42) + lens(398, 322, 42) + disc(502, 322, 16, '#fff3d6')
}

function back(paint: Paint, platform: Platform): string {
  const cover = box(230, 90, 440, 1016, 66, paint.body) + box(230, 90, 440, 1016, 66, 'url(#gloss)')
  const mark = disc(450, 640, 34, paint.shine, 'opacity=".55"')
  return standing(paint, cover + island(platform, paint) + mark)
}

/** A long side, seen from the side: keys on the left, power on the right. */
function side(paint: Paint, keys: readonly (readonly [number, number])[]): string {
  return [
    box(70, 262, 1070, 76, 30, '#000000', 'opacity=".35" filter="url(#soft)"'),
    box(60, 236, 1080, 84, 34, paint.edge),
    box(60, 242, 1080, 24, 12, paint.shine, 'opacity=".5"'),
    ...keys.map(([x, width]) => box(x, 260, width, 30, 12, paint.body, 'stroke="#00000040" stroke-width="2"')),
    box(180, 236, 6, 84, 0, '#00000022'),
    box(1014, 236, 6, 84, 0, '#00000022'),
  ].join('')
}

/** Top or bottom; the bottom has its port and the holes of speaker and microphone. */
function end(paint: Paint, isBottom: boolean): string {
  const holes = Array.from({ length: 6 }, (_, hole) => [330 + hole * 26, 750 + hole * 26]).flat()
  return [
    box(268, 262, 676, 96, 42, '#000000', 'opacity=".35" filter="url(#soft)"'),
    box(258, 226, 684, 108, 48, paint.edge),
    box(258, 232, 684, 30, 15, paint.shine, 'opacity=".5"'),
    ...(isBottom
      ? [box(548, 262, 104, 34, 17, '#0b0b0c'), ...holes.map((x) => disc(x, 279, 7, '#0b0b0c'))]
      : [disc(520, 279, 6, '#0b0b0c')]),
  ].join('')
}

function corners(paint: Paint): string {
  const places: readonly (readonly [number, number])[] = [
    [40, 30],
    [620, 30],
    [40, 415],
    [620, 415],
  ]
  return places
    .map(([x, y]) => {
      const frame = box(x, y, 540, 355, 18, '#e9e6df')
      return frame + box(x + 120, y + 80, 420, 275, 90, paint.edge) + box(x + 138, y + 98, 402, 257, 78, paint.body)
    })
    .join('')
}

function bag(paint: Paint): string {
  const bars = Array.from({ length: 34 }, (_, bar) => box(330 + bar * 7, 250, 2 + ((bar * 5) % 4), 70, 0, '#1b1b1b'))
  return [
    box(170, 130, 560, 940, 20, '#ffffff', 'opacity=".55"'),
    box(170, 130, 560, 60, 10, '#d8434a'),
    box(300, 220, 300, 130, 10, '#ffffff'),
    ...bars,
    box(290, 400, 320, 620, 50, paint.body, 'opacity=".75"'),
    box(170, 130, 560, 940, 20, 'url(#gloss)'),
  ].join('')
}

function unfolded(paint: Paint, isOpen: boolean): string {
  const face = box(150, 236, 900, 480, 40, paint.edge) + box(166, 252, 868, 448, 30, '#eef1f5')
  const crease = isOpen ? box(594, 252, 12, 448, 0, '#00000014') : box(540, 236, 120, 480, 0, paint.shine)
  return box(160, 250, 900, 480, 40, '#000000', 'opacity=".3" filter="url(#soft)"') + face + crease
}

/** Fine lines over glass or paint, spread by the variant. */
function scratches(count: number, variant: number, stroke: string): string {
  return Array.from({ length: count }, (_, line) => {
    const x = 220 + ((variant * 97 + line * 211) % 720)
    const y = 180 + ((variant * 61 + line * 137) % 430)
    const dx = 60 + ((line * 43 + variant * 19) % 130)
    const dy = ((line * 71 + variant * 29) % 120) - 60
    return `<path d="M${x} ${y} q ${dx / 2} ${dy - 14} ${dx} ${dy}" stroke="${stroke}" stroke-width="${1.5 + (line % 3)}" fill="none" stroke-linecap="round" opacity=".85"/>`
  }).join('')
}

function chips(variant: number): string {
  return Array.from({ length: 3 }, (_, chip) => {
    const x = 420 + chip * 150 + ((variant * 37) % 70)
    return `<path d="M${x} 396 l 14 -16 l 22 5 l 12 18 l -20 12 l -24 -4 z" fill="#e7e3da" stroke="#00000055" stroke-width="2"/>`
  }).join('')
}

const closeFace = (fill: string): string =>
  box(120, 120, 1160, 760, 60, fill) + box(120, 120, 1160, 760, 60, 'url(#gloss)')
const circle = disc(640, 400, 210, 'none', 'stroke="#e5484d" stroke-width="6" stroke-dasharray="18 12"')

/** Close views of what is wrong, by the template's item: glass, body, display, battery, papers. */
function defect(item: string, paint: Paint, platform: Platform, variant: number): string {
  const group = item.slice(0, 1)
  if (item === 'A14') return page(UPRIGHT, variant, standing(paint, batteryPage(platform, variant)))
  if (group === 'A' || group === 'E' || group === 'F')
    return page(UPRIGHT, variant, standing(paint, aboutPage(platform)))
  if (group === 'C')
    return page(CLOSE, variant, closeFace('#15171a') + scratches(4 + (variant % 4), variant, '#cfd6de') + circle)
  if (group === 'D') {
    const stain = `<ellipse cx="640" cy="400" rx="150" ry="110" fill="#f0d98a" opacity=".5" filter="url(#soft)"/>`
    const line = variant % 2 === 0 ? box(640, 120, 5, 760, 0, '#3ad06a') : ''
    return page(CLOSE, variant, closeFace('#f4f6f9') + stain + line + circle)
  }
  return page(CLOSE, variant, closeFace(paint.body) + scratches(2, variant, paint.shine) + chips(variant) + circle)
}

/** The picture of a motif as SVG; without any lettering, so that it looks the same on a machine without fonts. */
export function drawMotif({ subject, paint: paintName, platform, variant }: Motif): string {
  const paint = paintOf(paintName)
  const drawn: Readonly<Record<string, () => string>> = {
    front_off: () => page(UPRIGHT, variant, standing(paint, screen(platform, '#101114', glare(variant)))),
    front_on: () => page(UPRIGHT, variant, standing(paint, screen(platform, '#fbfcfd', ''))),
    back: () => page(UPRIGHT, variant, back(paint, platform)),
    left: () =>
      page(
        LYING,
        variant,
        side(paint, [
          [300, 40],
          [380, 90],
          [490, 90],
        ]),
      ),
    right: () => page(LYING, variant, side(paint, [[420, 140]])),
    top: () => page(LYING, variant, end(paint, false)),
    bottom: () => page(LYING, variant, end(paint, true)),
    camera: () =>
      page(CLOSE, variant, closeFace(paint.body) + lens(440, 330, 120) + lens(440, 620, 120) + lens(760, 470, 120)),
    about: () => page(UPRIGHT, variant, standing(paint, aboutPage(platform))),
    battery: () => page(UPRIGHT, variant, standing(paint, batteryPage(platform, variant))),
    corners: () => page(CLOSE, variant, corners(paint)),
    bag: () => page(UPRIGHT, variant, bag(paint)),
    accessories: () =>
      page(
        CLOSE,
        variant,
        box(200, 220, 420, 420, 24, '#f7f7f5') +
          box(700, 300, 180, 180, 30, '#fafafa') +
          disc(900, 560, 110, 'none', 'stroke="#f4f4f2" stroke-width="16"'),
      ),
    inner: () => page(CLOSE, variant, unfolded(paint, true)),
    outer: () => page(UPRIGHT, variant, standing(paint, screen(platform, '#eef1f5', ''))),
    hinge: () => page(CLOSE, variant, unfolded(paint, false)),
  }
  return drawn[subject]?.() ?? defect(subject, paint, platform, variant)
}
