import { crc32, deflateSync } from 'node:zlib'
import type { SandboxContext } from './context.ts'
import type { RefundDocument } from './documents.ts'
import type { PageFile } from './page-file.ts'

const PATH = /^\/pages\/refund-image\/(\d{1,20})\/([1-9])$/

/** Where a browser finds the pictures that a buyer has sent with a claim. */
export function refundImageUrls(context: SandboxContext, { refundNo, imageCount = 0 }: RefundDocument): string[] {
  return Array.from(
    { length: imageCount },
    (_, index) => `${context.origin()}/pages/refund-image/${refundNo}/${index + 1}`,
  )
}

/** The picture at an address: a drawing of a phone, without lettering; null where no claim has one. */
export function refundImage(context: SandboxContext, url: URL): PageFile | null {
  const [, refundNo, number] = PATH.exec(url.pathname) ?? []
  if (refundNo === undefined) return null
  const refund = context.store.all('refund').find((one) => one.refundNo === refundNo)
  if (!refund || Number(number) > (refund.imageCount ?? 0)) return null
  return { contentType: 'image/png', content: drawn(context, `${refundNo}:${number}`) }
}

type Colour = readonly [number, number, number]

const TABLES: readonly [Colour, ...Colour[]] = [
  [207, 202, 193],
  [185, 195, 201],
  [201, 190, 178],
  [213, 210, 204],
]
const BODIES: readonly [Colour, ...Colour[]] = [
  [28, 29, 32],
  [232, 232, 234],
  [58, 74, 99],
  [91, 42, 48],
]
const GLASS: Colour = [12, 13, 16]
const CRACK: Colour = [233, 238, 242]
const MARK: Colour = [210, 60, 42]

const WIDTH = 450
const HEIGHT = 600

interface Point {
  readonly x: number
  readonly y: number
}

/** How far a point lies from the way between two others. */
function distance({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const share = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy)
}

const isWithin = ({ x, y }: Point, margin: number): boolean =>
  x >= 115 + margin && x < 335 - margin && y >= 70 + margin && y < 530 - margin

/** A phone on a table, with a crack or a scratch somewhere on its glass, and a red circle around the end of it. */
function drawn(context: SandboxContext, name: string): Uint8Array {
  const random = context.random(`refund-image:${name}`)
  const table = random.pick(TABLES)
  const body = random.pick(BODIES)
  const crack: Point[] = [{ x: random.whole(150, 300), y: random.whole(150, 450) }]
  for (let corner = 0; corner < 5; corner += 1) {
    const { x, y } = crack[corner] ?? { x: 0, y: 0 }
    crack.push({ x: x + random.whole(-45, 45), y: y + random.whole(-45, 45) })
  }
  const end = crack[crack.length - 1] ?? { x: 0, y: 0 }
  const isCrack = (point: Point) =>
    crack.some((to, index) => index > 0 && distance(point, crack[index - 1] ?? to, to) < 1.2)
  return png(WIDTH, HEIGHT, (point) => {
    if (Math.abs(distance(point, end, end) - 35) < 2.5) return MARK
    if (!isWithin(point, 0)) return table
    if (!isWithin(point, 10)) return body
    return Math.hypot(point.x - end.x, point.y - end.y) < 260 && isCrack(point) ? CRACK : GLASS
  })
}

/** A picture as PNG, from the colour of each of its points. */
function png(width: number, height: number, colourAt: (point: Point) => Colour): Uint8Array {
  // a row begins with its filter: none
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(colourAt({ x, y }), y * (1 + width * 3) + 1 + x * 3)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // eight bits a colour, three colours, and nothing interlaced
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(content.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
