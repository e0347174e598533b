const LENGTH_BYTES = 4
const TERMINATE = 'X'.charCodeAt(0)

/** Whole messages cut out of a stream of bytes. */
export interface Frames {
  /** Every message that is complete by now, one after the other; empty when none is. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** True when the client said goodbye; that message itself is left out. */
  readonly hasEnded: boolean
}

/**
 * Cuts PostgreSQL's wire protocol into whole messages: the database takes nothing less. A client's first message has
 * no type byte, every later one has.
 */
export function createFrameCutter(): (chunk: Buffer) => Frames {
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let end = 0
    let hasEnded = false
    for (;;) {
      const head = isFirst ? 0 : 1
      if (rest.length < end + head + LENGTH_BYTES) break
      const length = head + rest.readUInt32BE(end + head)
      if (rest.length < end + length) break
      if (!isFirst && rest[end] === TERMINATE) {
        hasEnded = true
        break
      }
      isFirst = false
      end += length
    }
    const bytes = Uint8Array.from(rest.subarray(0, end))
    rest = hasEnded ? Buffer.alloc(0) : rest.subarray(end)
    return { bytes, hasEnded }
  }
}
