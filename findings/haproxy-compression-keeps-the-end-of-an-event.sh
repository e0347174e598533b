#!/bin/bash
# Software: haproxy 2.6.12-1+deb12u4 (Debian 12), Node 24 as the server behind it and as the client.
#
# Guess: with `compression algo gzip` an event stream is packed piece by piece, and each piece that the server writes is
#   flushed to the reader at once, as nginx does with `gzip on`.
# Seen: the last characters of a piece stay in the packer until the next piece comes. An event ends with an empty line,
#   and it is just the end that is missing, so a reader is given event A1 only when A2 is on its way, and A2 at the close:
#     before the second event was written: data: {"order":"A1","state":"paid"}
#     the first event is whole:            after the second one was written
# Why it matters: a page that shows a paid order, or a scanner that another screen waits for, is always one event behind;
#   with a sign of life every half minute it looks as if the server were slow. Tests with many events in a row see nothing.
# Our product: its streams say `content-type: text/event-stream`; docs/going-live.md gives lines for haproxy without any
#   compression, where nothing is kept back.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
debian_pinned haproxy 2.6.12-1+deb12u4

cat >proxy.cfg <<'CFG'
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind unix@front.sock
  compression algo gzip
  compression type text/event-stream
  default_backend back
backend back
  server only unix@back.sock
CFG

cat >stream.mjs <<'JS'
import http from 'node:http'
import { constants, createGunzip } from 'node:zlib'

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
let second = false
http
  .createServer(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    await wait(500)
    response.write('data: {"order":"A1","state":"paid"}\n\n')
    await wait(2500)
    second = true
    response.write('data: {"order":"A2","state":"paid"}\n\n')
    await wait(500)
    response.end()
  })
  .listen('back.sock', () =>
    http.get({ socketPath: 'front.sock', headers: { 'accept-encoding': 'gzip' } }, (packed) => {
      let text = ''
      let before = ''
      let whole = ''
      packed
        .pipe(createGunzip({ flush: constants.Z_SYNC_FLUSH }))
        .setEncoding('utf8')
        .on('data', (piece) => {
          text += piece
          if (!second) before = text
          if (whole === '' && text.includes('\n\n')) whole = second ? 'after the second one was written' : 'at once'
        })
        .on('end', () => {
          console.log(`before the second event was written: ${before.replaceAll('\n', '\\n')}`)
          console.log(`the first event is whole:            ${whole}`)
          process.exit()
        })
    }),
  )
JS

haproxy -db -f proxy.cfg >proxy.log 2>&1 &
started+=($!)
for _ in $(seq 50); do [ -S front.sock ] && break; sleep 0.1; done
seen=$(timeout 30 node stream.mjs)
verdict 'the first event is whole at once' \
  'before the second event was written: data: {"order":"A1","state":"paid"}
the first event is whole:            after the second one was written' "$seen"
