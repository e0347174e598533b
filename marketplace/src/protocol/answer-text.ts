/** Thrown for an answer that is larger than its reader takes; the rest of it was not read. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'

  constructor(maxBytes: number) {
    super(`the answer has more than ${maxBytes} bytes`)
  }
}

/**
 * The text of an HTTP answer of at most `maxBytes` (after decompression), read piece by piece: a longer one is broken
 * off as soon as it is too long, whatever length it announced.
 * @throws AnswerTooLarge
 */
export async function readAnswerText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return ''
  const pieces: Uint8Array[] = []
  let bytes = 0
  // leaving the loop early cancels the body, and with it the connection
  for await (const piece of response.body) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw new AnswerTooLarge(maxBytes)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
