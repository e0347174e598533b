#!/bin/bash
# Software: Firefox 153.8.0esr (Debian 12), Chromium 156.0.8078.108 (Debian 12), poppler 22.12.0 counts the pages.
#
# Guess: on paper `100vh` is the height of the page that `@page { size }` asks for, so that a body with
#   `min-height: 100vh`, as most applications have it, fills one page and no more.
# Seen: in Firefox the pages have the size that was asked for, and `100vh` has the height of the paper that the printer has (A4 unless told
#   otherwise): one label of 40 x 30 mm is followed by empty ones. With a body that asks for no height there is one page.
#     chromium  min-height: 100vh  1 page of 40 x 30 mm
#     firefox   min-height: 100vh  9 pages of 40 x 30 mm
#     firefox   min-height: 0      1 page of 40 x 30 mm
# Why it matters: a label printer feeds nine labels for each one that was wanted, and the page cannot know of which paper they will be.
# Our product: where labels and lists are printed the body has no least height (web/src/components/print/use-paper.ts).
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
debian_pinned firefox-esr 153.8.0esr-1~deb12u1
debian_pinned chromium 156.0.8078.108-1~deb12u1
debian_pinned poppler-utils 22.12.0-2+deb12u3

for height in 100vh 0; do
  cat >"$height.html" <<HTML
<!doctype html><meta charset="utf-8"><title>label</title>
<style>@page { size: 40mm 30mm; margin: 0 } body { margin: 0; min-height: $height } div { height: 20mm }</style>
<div>label</div>
HTML
done

cat >print.mjs <<'JS'
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

mkdirSync('profile')
const firefox = spawn('firefox-esr', ['--headless', '--remote-debugging-port=0', '--profile', 'profile'])
const address = await new Promise((resolve) => {
  firefox.stderr.on('data', (chunk) => {
    const found = /WebDriver BiDi listening on (ws:\S+)/.exec(String(chunk))
    if (found) resolve(`${found[1]}/session`)
  })
})
const socket = new WebSocket(address)
await new Promise((resolve) => socket.addEventListener('open', resolve))
const waiting = new Map()
socket.addEventListener('message', ({ data }) => {
  const { id, result } = JSON.parse(data)
  waiting.get(id)?.(result)
})
let last = 0
const ask = (method, params) =>
  new Promise((resolve) => {
    last += 1
    waiting.set(last, resolve)
    socket.send(JSON.stringify({ id: last, method, params }))
  })
await ask('session.new', { capabilities: {} })
const { contexts } = await ask('browsingContext.getTree', {})
const { context } = contexts[0]
for (const height of ['100vh', '0']) {
  await ask('browsingContext.navigate', { context, url: pathToFileURL(`${height}.html`).href, wait: 'complete' })
  const { data } = await ask('browsingContext.print', { context })
  writeFileSync(`firefox-${height}.pdf`, Buffer.from(data, 'base64'))
}
await ask('browser.close', {})
process.exit(0)
JS
# Node 22 and later speak WebSocket by themselves
node print.mjs
chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer --user-data-dir="$folder/chromium" \
  --print-to-pdf=chromium-100vh.pdf "file://$folder/100vh.html" >/dev/null 2>&1

pages() { # BROWSER HEIGHT
  pdfinfo "$1-$2.pdf" | awk -v what="$1 min-height: $2" '/^Pages/ {n=$2} /^Page size/ {w=$3; h=$5}
    END {printf "%s: %d of %d x %d mm\n", what, n, w*25.4/72+.5, h*25.4/72+.5}'
}
seen=$(pages chromium 100vh; pages firefox 100vh; pages firefox 0)
verdict 'one page each' 'chromium min-height: 100vh: 1 of 40 x 30 mm
firefox min-height: 100vh: 9 of 40 x 30 mm
firefox min-height: 0: 1 of 40 x 30 mm' "$seen"
