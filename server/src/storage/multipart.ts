/** Thrown for a form that is broken, or larger than it may be. */
export class BadForm extends Error {}

const HEADER_BYTES_MAX = 4_096
const FIELD_BYTES_MAX = 8_192
const FIELDS_MAX = 20
const LINE_END = '\r\n'

/** Takes the file of a form, piece by piece. */
export interface FileSink {
  write(piece: Buffer): Promise<void>
}

/**
 * Reads a `multipart/form-data` body in which the fields come first and one part named `file` comes last, without ever
 * holding the file in memory. `begin` is called with the fields when the file starts, and takes its content.
 * @throws BadForm for anything else
 */
export async function readUploadForm(
  body: AsyncIterable<Buffer>,
  boundary: string,
  begin: (fields: ReadonlyMap<string, string>) => Promise<FileSink>,
): Promise<void> {
  const pieces = body[Symbol.asyncIterator]()
  const separator = Buffer.from(`${LINE_END}--${boundary}`)
  const fields = new Map<string, string>()
  // the first separator has no line end before it
  let rest: Buffer = Buffer.from(LINE_END)

  async function more(): Promise<void> {
    const next = await pieces.next()
    if (next.done) throw new BadForm('the form ends too early')
    rest = Buffer.concat([rest, next.value])
  }

  /** Hands everything before the next `mark` to `take` and moves past it. */
  async function until(mark: Buffer, take: (piece: Buffer) => Promise<void> | void): Promise<void> {
    for (;;) {
      const at = rest.indexOf(mark)
      const sure = at >= 0 ? at : rest.length - mark.length + 1
      if (sure > 0) {
        await take(rest.subarray(0, sure))
        rest = rest.subarray(sure)
      }
      if (at >= 0) {
        rest = rest.subarray(mark.length)
        return
      }
      await more()
    }
  }

  async function small(mark: Buffer, limitBytes: number): Promise<string> {
    const taken: Buffer[] = []
    let size = 0
    await until(mark, (piece) => {
      size += piece.length
      if (size > limitBytes) throw new BadForm('a field is too long')
      taken.push(Buffer.from(piece))
    })
    return Buffer.concat(taken).toString('utf8')
  }

  await small(separator, 0)
  for (;;) {
    const tail = await small(Buffer.from(LINE_END), 2)
    if (tail.startsWith('--')) throw new BadForm('the form has no file')
    const name = nameOf(await small(Buffer.from(LINE_END + LINE_END), HEADER_BYTES_MAX))
    if (name === 'file') {
      const sink = await begin(fields)
      return until(separator, (piece) => sink.write(piece))
    }
    if (fields.size >= FIELDS_MAX) throw new BadForm('the form has too many fields')
    fields.set(name, await small(separator, FIELD_BYTES_MAX))
  }
}

function nameOf(headers: string): string {
  const name = /^content-disposition:[^\r\n]*;\s*name="([^"\r\n]*)"/im.exec(headers)?.[1]
  if (name === undefined) throw new BadForm('a part of the form has no name')
  return name
}

/** The boundary that a content type names, or null when it is no upload form. */
export function boundaryOf(contentType: string): string | null {
  const match = /^multipart\/form-data\s*;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*$/i.exec(contentType)
  return match?.[1] ?? match?.[2] ?? null
}
