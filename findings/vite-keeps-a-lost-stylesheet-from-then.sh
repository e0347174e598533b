#!/bin/bash
# Software: vite 8.3.8 (with its own rolldown), built for production; Chromium 156.0.8078.108-1~deb12u1 (Debian 12) runs it.
#
# Guess: the second function of `import('./part.js').then(take, refuse)` hears of all that keeps the part from coming, its
#   stylesheet too, however `take` is written.
# Seen: with `(part) => part.name` the bundler takes the whole `.then` into what it wraps and waits for the stylesheet outside
#   of it: where the script comes and the stylesheet does not, refuse is not called and the expression fails. With
#   `({ name }) => name`, with a `.catch`, and within a `try`, refuse is called; with the script lost it always is:
#     without css: member fails, pattern refused, catch refused, try refused
#     without js: member refused, pattern refused, catch refused, try refused
# Why it matters: a part that nobody would miss, and whose loss was provided for, takes the whole page with it, and only
#   while a stylesheet alone is lost: after a new release, or when a page is left while it loads.
# Our product: such parts are awaited inside a try (web/src/components/late/late-part.ts, lateDecoration).
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
debian_pinned chromium 156.0.8078.108-1~deb12u1
npm_pinned vite@8.3.8

mkdir src
for part in member pattern catch try; do
  echo ".$part { color: red }" >"src/$part.css"
  echo "import './$part.css'; export const name = '$part'" >"src/$part.js"
done
echo '<!doctype html><script type="module" src="/src/main.js"></script>' >index.html
cat >src/main.js <<'JS'
const refuse = () => 'refused'
const ways = {
  member: async () => await import('./member.js').then((part) => part.name, refuse),
  pattern: async () => await import('./pattern.js').then(({ name }) => name, refuse),
  catch: async () => await import('./catch.js').catch(refuse),
  try: async () => {
    try {
      return (await import('./try.js')).name
    } catch {
      return refuse()
    }
  },
}
const told = []
for (const [name, way] of Object.entries(ways)) told.push(`${name} ${await way().catch(() => 'fails')}`)
await fetch('/told', { method: 'POST', body: told.join(', ') })
JS
cat >ask.mjs <<'JS'
// serves what was built without one kind of file of the parts, prints what the page tells and ends
import { readFileSync } from 'node:fs'
import http from 'node:http'

const lost = new RegExp(`/(member|pattern|catch|try)-[^/]*[.]${process.argv[2]}$`)
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css' }
const server = http.createServer(async (request, response) => {
  if (request.url === '/told') {
    let text = ''
    for await (const piece of request) text += piece
    console.log(`without ${process.argv[2]}: ${text}`)
    process.exit()
  }
  const path = request.url === '/' ? '/index.html' : request.url
  if (lost.test(path) || !/^[/](index[.]html|assets[/])/.test(path)) return response.writeHead(404).end()
  response.setHeader('content-type', types[path.split('.').at(-1)]).end(readFileSync(`dist${path}`))
})
server.listen(0, '127.0.0.1', () => process.stderr.write(`${server.address().port}\n`))
JS
ask() { # KIND: what the page finds where the files of this kind are lost
  local browser server
  timeout 60 node ask.mjs "$1" >"$1.told" 2>"$1.port" &
  server=$!
  until [ -s "$1.port" ]; do sleep 0.1; done
  HOME=$folder chromium --headless --no-sandbox --disable-gpu "--user-data-dir=$folder/$1" "http://127.0.0.1:$(cat "$1.port")/" >/dev/null 2>&1 &
  browser=$!
  started+=("$browser")
  wait "$server"
  kill "$browser" 2>/dev/null || true
  wait "$browser" 2>/dev/null || true
}
npx vite build --logLevel error
ask css
ask js
verdict 'without css: member refused, pattern refused, catch refused, try refused, and the same without js' \
  'without css: member fails, pattern refused, catch refused, try refused
without js: member refused, pattern refused, catch refused, try refused' "$(cat css.told js.told)"
