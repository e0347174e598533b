#!/bin/bash
# Software: zpl-renderer-js 3.4.0; zxing-wasm 3.1.4 reads.
#
# Guess: a renderer of ZPL that takes the start of Code 128's sets (>: and >;) takes the switches between them (>5, >6) and
#   the sign > (>0) too, as the language's table has them side by side; or it refuses them.
# Seen: it draws a code that can be read and says something else:
#     >:FD00123456 means FD00123456, drawn as FD00123456
#     >;00123456 means 00123456, drawn as 00123456
#     >:FD>500123456 means FD00123456, drawn as FD°0123456
#     >;00123456>6FD means 00123456FD, drawn as 00123456FD
#     >:A>0B means A>B, drawn as A>
# Why it matters: labels are tried with the renderer, because a printer is not at hand, and its picture is what a test holds
#   the label against. FD>500123456 is how programs for labels shorten a code of letters and digits: the printer is right and
#   the test says it is wrong, or the label is changed until the picture is right, and then the printer's is not.
# Our product: prints its labels through the browser, without ZPL.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned zpl-renderer-js@3.4.0 zxing-wasm@3.1.4

cat >draw.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { ready } from 'zpl-renderer-js'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

prepareZXingModule({ overrides: { wasmBinary: readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm').buffer } })
const { api } = await ready
const LABELS = {
  '>:FD00123456': 'FD00123456',
  '>;00123456': '00123456',
  '>:FD>500123456': 'FD00123456',
  '>;00123456>6FD': '00123456FD',
  '>:A>0B': 'A>B',
}
for (const [data, means] of Object.entries(LABELS)) {
  const png = await api.zplToBase64Async(`^XA^FO40,40^BY2^BCN,100,N,N,N^FD${data}^FS^XZ`, 101.6, 40, 8)
  const codes = await readBarcodes(new Blob([Buffer.from(png, 'base64')]))
  console.log(`${data} means ${means}, drawn as ${codes.map((code) => code.text).join() || 'nothing that can be read'}`)
}
process.exit()
JS
seen=$(timeout 60 node draw.mjs)
verdict 'each is drawn as what it means' \
  '>:FD00123456 means FD00123456, drawn as FD00123456
>;00123456 means 00123456, drawn as 00123456
>:FD>500123456 means FD00123456, drawn as FD°0123456
>;00123456>6FD means 00123456FD, drawn as 00123456FD
>:A>0B means A>B, drawn as A>' "$seen"
