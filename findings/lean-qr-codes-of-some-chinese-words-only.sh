#!/bin/bash
# Software: lean-qr 2.7.4 writes; qr 0.7.0, @undecaf/zbar-wasm 0.11.0 and jsqr 1.4.0 read.
#
# Guess: whether a reader can read Chinese from a code does not depend on the word.
# Seen: lean-qr takes the mode for Japanese signs for each sign that Japanese has too. 手 and 机 are among them, 换 and
#   库 are not, so 手机 and 换机 are packed in different ways, and two of three readers can do only one of them:
#     lean-qr 换机: qr right, zbar-wasm right, jsqr right
#     lean-qr 入库单: qr right, zbar-wasm right, jsqr right
#     lean-qr 手机: qr error, zbar-wasm wrong, jsqr right
#     lean-qr 金色: qr error, zbar-wasm wrong, jsqr right
#     uqr 换机: qr right, zbar-wasm right, jsqr right
#     uqr 入库单: qr right, zbar-wasm right, jsqr right
#     uqr 手机: qr right, zbar-wasm right, jsqr right
#     uqr 金色: qr right, zbar-wasm right, jsqr right
#   The same readers read both when uqr 0.1.3 writes them, as bytes.
# Why it matters: a shop tries its labels with one word, prints thousands, and those for other words cannot be read.
# Our product: draws its codes with uqr.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned lean-qr@2.7.4 uqr@0.1.3 qr@0.7.0 @undecaf/zbar-wasm@0.11.0 jsqr@1.4.0

cat >read.mjs <<'JS'
import { scanRGBABuffer } from '@undecaf/zbar-wasm'
import jsQR from 'jsqr'
import { generate } from 'lean-qr'
import decode from 'qr/decode.js'
import { encode } from 'uqr'

const WRITERS = {
  'lean-qr': (text) => {
    const code = generate(text)
    return [code.size, (x, y) => code.get(x, y)]
  },
  uqr: (text) => {
    const { data, size } = encode(text, { border: 0 })
    return [size, (x, y) => data[y]?.[x]]
  },
}
function picture([size, dark], dots = 4, margin = 4) {
  const width = (size + 2 * margin) * dots
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      if (dark(Math.floor(x / dots) - margin, Math.floor(y / dots) - margin)) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { data, width, height: width }
}
const READERS = {
  qr: (image) => decode(image),
  'zbar-wasm': async ({ data, width, height }) => (await scanRGBABuffer(data.buffer, width, height))[0]?.decode(),
  jsqr: ({ data, width, height }) => jsQR(data, width, height)?.data,
}
for (const [writer, write] of Object.entries(WRITERS))
  for (const word of ['换机', '入库单', '手机', '金色']) {
    const answers = []
    for (const [reader, read] of Object.entries(READERS)) {
      let answer
      try {
        answer = (await read(picture(write(word)))) === word ? 'right' : 'wrong'
      } catch {
        answer = 'error'
      }
      answers.push(`${reader} ${answer}`)
    }
    console.log(`${writer} ${word}: ${answers.join(', ')}`)
  }
JS
seen=$(node read.mjs)
verdict 'the same for each word' \
  'lean-qr 换机: qr right, zbar-wasm right, jsqr right
lean-qr 入库单: qr right, zbar-wasm right, jsqr right
lean-qr 手机: qr error, zbar-wasm wrong, jsqr right
lean-qr 金色: qr error, zbar-wasm wrong, jsqr right
uqr 换机: qr right, zbar-wasm right, jsqr right
uqr 入库单: qr right, zbar-wasm right, jsqr right
uqr 手机: qr right, zbar-wasm right, jsqr right
uqr 金色: qr right, zbar-wasm right, jsqr right' "$seen"
