#!/bin/bash
# Software: Chromium 156.0.8078.108-1~deb12u1 and Firefox ESR 153.8.0esr-1~deb12u1 (Debian 12), sharp 0.35.5.
#
# Guess: browsers turn a photo by its EXIF orientation whatever its format, as they do a JPEG's, and so does a server.
# Seen: both browsers turn JPEG, PNG and AVIF and leave a WebP as it is stored, shown or decoded; sharp turns it. (The EXIF
#   part of a WebP is read here in both forms that there are: with the six bytes "Exif" before it, as sharp writes it, and
#   without.) The pictures are stored as 400x300 and stand upright as 300x400:
#     sharp: jpeg 300x400, png 300x400, avif 300x400, webp 300x400, webp-bare 300x400
#     Chromium: jpeg 300x400, png 300x400, avif 300x400, webp 400x300, webp-bare 400x300
#     Firefox: jpeg 300x400, png 300x400, avif 300x400, webp 400x300, webp-bare 400x300
# Why it matters: the preview lies on its side and what the server keeps stands, or a picture that a page makes smaller
#   before it is sent lies for good, since the canvas drops the orientation, while one that was small enough stands.
# Our product: the server turns every photo (server/src/storage/images.ts); what is drawn anew before it is sent is turned by
#   the page's own reading of the WebP (web/src/features/photo/webp-orientation.ts).
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
debian_pinned chromium 156.0.8078.108-1~deb12u1
debian_pinned firefox-esr 153.8.0esr-1~deb12u1
npm_pinned sharp@0.35.5

cat >pictures.mjs <<'JS'
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'

const lying = sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
const pictures = {}
for (const format of ['jpeg', 'png', 'avif', 'webp'])
  pictures[format] = await lying.clone()[format]().withMetadata({ orientation: 6 }).toBuffer()
// the same WebP with the EXIF part that begins with its own head
const parts = []
for (let at = 12; at < pictures.webp.length; ) {
  const name = pictures.webp.subarray(at, at + 4)
  const size = pictures.webp.readUInt32LE(at + 4)
  let content = pictures.webp.subarray(at + 8, at + 8 + size)
  if (name.equals(Buffer.from('EXIF')) && content.subarray(0, 4).equals(Buffer.from('Exif'))) content = content.subarray(6)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  parts.push(name, length, content, Buffer.alloc(content.length % 2))
  at += 8 + size + (size % 2)
}
const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
const length = Buffer.alloc(4)
length.writeUInt32LE(body.length)
pictures['webp-bare'] = Buffer.concat([Buffer.from('RIFF'), length, body])

const told = []
for (const [name, bytes] of Object.entries(pictures)) {
  writeFileSync(`${name}.picture`, bytes)
  const { info } = await sharp(bytes).autoOrient().png().toBuffer({ resolveWithObject: true })
  told.push(`${name} ${info.width}x${info.height}`)
}
console.log(`sharp: ${told.join(', ')}`)
JS
cat >ask.mjs <<'JS'
// serves the page, prints what it finds and ends
import { readFileSync } from 'node:fs'
import http from 'node:http'

const NAMES = ['jpeg', 'png', 'avif', 'webp', 'webp-bare']
const PAGE = `<!doctype html><meta charset="utf-8"><script type="module">
const told = []
for (const name of ${JSON.stringify(NAMES)}) {
  const blob = await (await fetch(name)).blob()
  const { width, height } = await createImageBitmap(blob, { imageOrientation: 'from-image' })
  const image = new Image()
  image.src = URL.createObjectURL(blob)
  await image.decode()
  told.push(name + ' ' + image.naturalWidth + 'x' + image.naturalHeight + (image.naturalWidth === width && image.naturalHeight === height ? '' : ' shown, decoded ' + width + 'x' + height))
}
await fetch('told', { method: 'POST', body: told.join(', ') })
</script>`
const server = http.createServer(async (request, response) => {
  const name = request.url.slice(1)
  if (name === 'told') {
    let text = ''
    for await (const piece of request) text += piece
    console.log(`${process.argv[2]}: ${text}`)
    process.exit()
  }
  if (NAMES.includes(name)) response.setHeader('content-type', `image/${name.split('-')[0]}`).end(readFileSync(`${name}.picture`))
  else response.setHeader('content-type', 'text/html').end(PAGE)
})
server.listen(0, '127.0.0.1', () => process.stderr.write(`${server.address().port}\n`))
JS
ask() { # NAME COMMAND...: what the browser finds, which is started with the page's address behind COMMAND
  local name=$1 browser
  shift
  timeout 90 node ask.mjs "$name" >"$name.told" 2>"$name.port" &
  local server=$!
  until [ -s "$name.port" ]; do sleep 0.1; done
  HOME=$folder "$@" "http://127.0.0.1:$(cat "$name.port")/" >/dev/null 2>&1 &
  browser=$!
  started+=("$browser")
  wait "$server"
  kill "$browser" 2>/dev/null || true
  wait "$browser" 2>/dev/null || true
}
node pictures.mjs >sharp.told
mkdir firefox chromium
ask Chromium chromium --headless --no-sandbox --disable-gpu "--user-data-dir=$folder/chromium"
ask Firefox firefox-esr --headless --no-remote --profile "$folder/firefox"
seen=$(cat sharp.told Chromium.told Firefox.told)
verdict '300x400 everywhere' \
  'sharp: jpeg 300x400, png 300x400, avif 300x400, webp 300x400, webp-bare 300x400
Chromium: jpeg 300x400, png 300x400, avif 300x400, webp 400x300, webp-bare 400x300
Firefox: jpeg 300x400, png 300x400, avif 300x400, webp 400x300, webp-bare 400x300' "$seen"
