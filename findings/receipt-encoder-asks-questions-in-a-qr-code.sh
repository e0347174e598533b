#!/bin/bash
# Software: @point-of-sale/receipt-printer-encoder 4.0.1.
#
# Guess: a printer's code page limits what can be printed as text; a QR code holds bytes, so its contents are UTF-8, or
#   what cannot be held is an error.
# Seen: each sign beyond Latin-1 becomes a question mark within the code, for both languages of printers, in PDF417 too:
#     esc-pos qrcode: 手机 FD1 as ?? FD1
#     esc-pos pdf417: 手机 FD1 as ?? FD1
#     star-prnt qrcode: 手机 FD1 as ?? FD1
#     star-prnt pdf417: 手机 FD1 as ?? FD1
# Why it matters: the code on the receipt can be read and is well printed; only what it says is "?? FD1". Two shelves
#   whose names have two signs have one and the same code.
# Our product: draws its codes with uqr and prints through the browser.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned @point-of-sale/receipt-printer-encoder@4.0.1

cat >encode.mjs <<'JS'
import Encoder from '@point-of-sale/receipt-printer-encoder'

for (const language of ['esc-pos', 'star-prnt'])
  for (const code of ['qrcode', 'pdf417']) {
    const bytes = Buffer.from(new Encoder({ language })[code]('手机 FD1').encode())
    const told = bytes.includes('手机 FD1') ? 'in UTF-8' : bytes.includes('?? FD1') ? 'as ?? FD1' : 'otherwise'
    console.log(`${language} ${code}: 手机 FD1 ${told}`)
  }
JS
seen=$(node encode.mjs)
verdict '手机 FD1 in UTF-8, or an error' \
  'esc-pos qrcode: 手机 FD1 as ?? FD1
esc-pos pdf417: 手机 FD1 as ?? FD1
star-prnt qrcode: 手机 FD1 as ?? FD1
star-prnt pdf417: 手机 FD1 as ?? FD1' "$seen"
