import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { lockedArchive, unusableFile } from './refusals.ts'

/** With what a backup is sealed: keys of the age format, or a passphrase; neither leaves it open. */
export interface Seals {
  /** Public keys (`age1…`); each of their owners can open it. */
  readonly recipients: readonly string[]
  /** A file whose first line is a passphrase; null for none. */
  readonly passphraseFile: string | null
}

/** How every file of the age format begins. */
const SEALED = Buffer.from('age-encryption.org/')

/** True when a backup is to be sealed. */
export const isSealing = ({ recipients, passphraseFile }: Seals): boolean =>
  recipients.length > 0 || passphraseFile !== null

/** Gives the sealed bytes of a stream, as they come. @throws StartupRefusal for a key or a file that cannot be used */
export async function sealed(plain: Readable, { recipients, passphraseFile }: Seals): Promise<Readable> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch (error) {
      throw unusableFile('备份公钥', recipient, error)
    }
  }
  if (recipients.length === 0 && passphraseFile !== null) {
    encrypter.setPassphrase(await firstLine('口令文件', passphraseFile))
  }
  return nodeStream(await encrypter.encrypt(webStream(plain)))
}

/** The keys that may open a backup: a file of private keys (`AGE-SECRET-KEY-…`), and a file with a passphrase. */
export interface Openers {
  readonly identityFile: string | null
  readonly passphraseFile: string | null
}

/** Gives the open bytes of a sealed stream. @throws StartupRefusal when none of the keys opens it */
export async function unsealed(file: string, bytes: Readable, openers: Openers): Promise<Readable> {
  const { identityFile, passphraseFile } = openers
  const decrypter = new Decrypter()
  if (identityFile !== null) {
    for (const line of (await lines('私钥文件', identityFile)).filter((one) => one.startsWith('AGE-SECRET-KEY-'))) {
      decrypter.addIdentity(line)
    }
  }
  if (passphraseFile !== null) decrypter.addPassphrase(await firstLine('口令文件', passphraseFile))
  try {
    return nodeStream(await decrypter.decrypt(webStream(bytes)))
  } catch {
    throw lockedArchive(file)
  }
}

/** True when bytes begin as a sealed file does. */
export const isSealed = (head: Buffer): boolean => head.subarray(0, SEALED.length).equals(SEALED)

const ARMOUR = Buffer.from('-----BEGIN AGE ENCRYPTED FILE-----')

/** True when bytes begin as a sealed file that was written as text (`age --armor`). */
export const isArmoured = (head: Buffer): boolean => head.subarray(0, ARMOUR.length).equals(ARMOUR)

/** The bytes of a sealed file that was written as text. */
export async function* unarmoured(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let rest = ''
  const bytesOf = (some: readonly string[]) =>
    Buffer.from(some.filter((line) => !line.startsWith('-----')).join(''), 'base64')
  for await (const piece of text) {
    const some = (rest + piece.toString('latin1')).split(/\r?\n/)
    rest = some.pop() ?? ''
    yield bytesOf(some)
  }
  yield bytesOf([rest])
}

// the two libraries describe the same streams, each in its own words
const webStream = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>
const nodeStream = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>)

async function lines(what: string, file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split(/\r?\n/)
  } catch (error) {
    throw unusableFile(what, file, error)
  }
}

async function firstLine(what: string, file: string): Promise<string> {
  const line = (await lines(what, file))[0]?.trim() ?? ''
  if (line === '') throw unusableFile(what, file, new Error('the first line is empty'))
  return line
}
