import type { IncomingMessage } from 'node:http'

/** More than any form may have, so that an honest sender always gets to read why it was refused. */
const DISCARDED_BYTES_MAX = 96 * 1024 * 1024
const DISCARDED_FOR_MS = 15_000

/** Ends the connection of a request that sends more than `maxBytes` from now on, whatever length it had announced. */
export function cutOffAfter(request: IncomingMessage, maxBytes: number): void {
  let bytes = 0
  request.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > maxBytes) request.destroy()
  })
}

/**
 * Reads what is left of a refused request's body and throws it away, so that the next request on the same connection
 * is heard. Whoever goes on for more than 96 MiB or 15 seconds loses the connection.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return
  cutOffAfter(request, DISCARDED_BYTES_MAX)
  const timer = setTimeout(() => request.destroy(), DISCARDED_FOR_MS)
  request.once('close', () => clearTimeout(timer))
  request.unpipe()
  request.resume()
}
