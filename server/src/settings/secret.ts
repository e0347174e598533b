import fs from 'node:fs'
import path from 'node:path'
import { randomToken } from '../platform/ids.ts'

const LENGTH_MIN = 32
const DISTINCT_MIN = 8
/** A secret that only repeats a piece shorter than this is as weak as the piece. */
const PIECE_MIN = 16
/** What documentation, examples and habit put where a secret should stand; compared without case and signs. */
const PLACEHOLDERS = [
  'changeme',
  'changethis',
  'replaceme',
  'replacethis',
  'placeholder',
  'yoursecret',
  'mysecret',
  'supersecret',
  'topsecret',
  'notasecret',
  'example',
  'password',
  'passw0rd',
  'huanji',
  'qwerty',
  '12345678',
  'abcdefgh',
]

/** The rule of {@link secretFault}, for the documentation and for refusals. */
export const SECRET_FORM = `至少 ${LENGTH_MIN} 个字符、至少 ${DISTINCT_MIN} 种不同字符的随机值`

/**
 * What makes a secret guessable, as a Chinese clause, or null for a good one: too short, too few different characters,
 * a short piece over and over, characters in a row (mostly neighbours in the character table), or a known placeholder.
 * Of random values of 32 hexadecimal digits, the weakest form that `openssl rand` gives, fewer than one in a million is refused.
 */
export function secretFault(secret: string): string | null {
  const characters = [...secret]
  if (characters.length < LENGTH_MIN) return `少于 ${LENGTH_MIN} 个字符`
  if (new Set(characters).size < DISTINCT_MIN) return `不同的字符少于 ${DISTINCT_MIN} 种`
  const plain = secret.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (PLACEHOLDERS.some((placeholder) => plain.includes(placeholder))) return '含有示例或常见的占位内容'
  if (repeats(secret)) return '只是一小段内容的重复'
  if (runs(characters)) return '多为连续的字符'
  return null
}

/** True when the text is one piece of fewer than {@link PIECE_MIN} characters over and over; the last may be cut off. */
function repeats(text: string): boolean {
  return Array.from({ length: PIECE_MIN - 1 }, (_, index) => index + 1).some((length) =>
    text.startsWith(text.slice(length)),
  )
}

/** True when most characters are their predecessor's neighbours, as on a keyboard's row of digits or in the alphabet. */
function runs(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1)
  return steps.length > codes.length / 2
}

/** The secret a demo made for itself at its first start, in its data folder. */
export function keptSecret(dataFolder: string): string {
  const file = path.join(dataFolder, 'secret')
  fs.mkdirSync(dataFolder, { recursive: true })
  try {
    fs.writeFileSync(file, randomToken(32), { mode: 0o600, flag: 'wx' })
  } catch {
    // it is there from an earlier start
  }
  return fs.readFileSync(file, 'utf8').trim()
}
