import { timingSafeEqual } from 'node:crypto'
import { hashInThread } from './hash-threads.ts'
import { unguessableBytes } from './ids.ts'

/** Argon2id with 64 MiB, three passes, one lane, at most four hashes at once. */
const PARAMETERS = { memoryKib: 64 * 1024, passes: 3, lanes: 1 } as const
const TAG_BYTES = 32
const AT_ONCE = 4
const QUEUE_LIMIT = 200

/** Thrown when too many hashes are waiting already; the gateway answers "busy". */
export class PasswordQueueFull extends Error {}

interface Encoded {
  readonly memoryKib: number
  readonly passes: number
  readonly lanes: number
  readonly salt: Buffer
  readonly tag: Buffer
}

let running = 0
const waiting: (() => void)[] = []

async function withTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE_LIMIT) throw new PasswordQueueFull('too many password hashes are waiting')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function tagOf(
  password: string,
  salt: Buffer,
  parameters: Omit<Encoded, 'salt' | 'tag'>,
  tagBytes: number,
): Promise<Buffer> {
  const { memoryKib, passes, lanes } = parameters
  return withTurn(() => hashInThread({ password, salt, memoryKib, passes, lanes, tagBytes }))
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

function encode({ memoryKib, passes, lanes, salt, tag }: Encoded): string {
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(tag)}`
}

const ENCODED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function decode(text: string): Encoded | null {
  const [, memory, passes, lanes, salt, tag] = ENCODED.exec(text) ?? []
  if (!memory || !passes || !lanes || !salt || !tag) return null
  return {
    memoryKib: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** What an unknown person's password is compared with, so that it takes the same time. */
const NOBODY: Encoded = { ...PARAMETERS, salt: unguessableBytes(16), tag: unguessableBytes(TAG_BYTES) }

/** The hash of a password with its parameters, as text for the database. Slow: never inside a transaction. @throws PasswordQueueFull */
export async function hashPassword(password: string): Promise<string> {
  const salt = unguessableBytes(16)
  return encode({ ...PARAMETERS, salt, tag: await tagOf(password, salt, PARAMETERS, TAG_BYTES) })
}

/**
 * True when `password` is the one behind `encoded`. Without a hash (an unknown phone) it works as long and says false.
 * Slow: never inside a transaction. @throws PasswordQueueFull
 */
export async function verifyPassword(password: string, encoded: string | null): Promise<boolean> {
  const known = encoded === null ? null : decode(encoded)
  const expected = known ?? NOBODY
  const tag = await tagOf(password, expected.salt, expected, expected.tag.length)
  return timingSafeEqual(tag, expected.tag) && known !== null
}
