import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 1000
const HEIGHT = 800
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG of 1000 × 800 pixels in one shade of grey (0–255): small, and different for each shade. */
export function greyPicture(shade: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // eight bits a pixel, grey
  header[8] = 8
  const line = Buffer.alloc(WIDTH + 1, shade & 0xff)
  line[0] = 0
  const pixels = Buffer.concat(Array.from({ length: HEIGHT }, () => line))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), framed.length - 4)
  return framed
}
