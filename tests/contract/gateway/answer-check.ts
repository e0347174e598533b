import type { CallSpec } from '@huanji/contract/call'
import { ERR, ERR_TEXT, REFUSALS, type RefusalCode } from '@huanji/contract/errors'
import { type Answer, envelopeOf } from './target.ts'

const ENVELOPE_KEYS = '_bizErrCode,_data,_errCode,_errStr'
const KNOWN_CODES: ReadonlySet<string> = new Set(Object.values(ERR))

/** The places of the contract's sentences. A text that somebody typed may hold braces of its own. */
const PLACES = [...Object.values(ERR_TEXT), ...Object.values(REFUSALS)].flatMap((text) => text.match(/\{\w+\}/g) ?? [])

/** Signs of a server's insides that must never reach a caller. */
const LEAKS: readonly (readonly [string, RegExp])[] = [
  ['a stack frame', /\bat (?:async )?[\w.<>$ ]*\(?(?:file:|node:|\/)[^\s"]+:\d+/],
  ['a path of a source file', /\/(?:server|domain|contract|marketplace|node_modules)\/[\w./@-]+\.(?:ts|js|sql)\b/],
  ['an SQL statement', /\b(?:select|insert into|update|delete from)\b[^"]{0,200}\b(?:from|values|set|where)\b/i],
  [
    'a database message',
    /violates|duplicate key|relation "|invalid input syntax|invalid byte sequence|out of range for/i,
  ],
  ['a SQLSTATE', /SQLSTATE|"code":"[0-9]{2}[0-9A-Z]{3}"/],
  ['a JavaScript error', /\b(?:TypeError|RangeError|SyntaxError|ReferenceError|ZodError|Cannot read propert)/],
  ['a password hash', /\$argon2/],
]

/**
 * What is wrong with an answer, whatever was sent: not an envelope, an internal error, an undeclared refusal, a success
 * that the declared schema does not know, something of the server's insides. Nothing when it is fine.
 * `spec` is null for a path that is no call.
 */
export function problemsOf(answer: Answer, spec: CallSpec | null): string[] {
  const envelope = envelopeOf(answer)
  const leaks = LEAKS.filter(([, sign]) => sign.test(answer.text)).map(([what]) => `shows ${what}`)
  if (envelope === null) return [`answers HTTP ${answer.status} without an envelope`, ...leaks]
  const keys = Object.keys(envelope).sort().join()
  return [
    ...(keys === ENVELOPE_KEYS ? [] : [`has the keys ${keys} instead of an envelope's`]),
    ...(answer.headers.get('cache-control') === 'no-store' ? [] : ['may be cached: cache-control is not no-store']),
    ...(answer.headers.get('content-type')?.startsWith('application/json') ? [] : ['is not declared as JSON']),
    ...codeProblems(answer, envelope._errCode, envelope._bizErrCode, spec),
    ...textProblems(envelope._errCode, envelope._errStr),
    ...(envelope._errCode === ERR.ok && spec ? outputProblems(spec, envelope._data) : []),
    ...(envelope._errCode !== ERR.ok && envelope._data !== null && !isFieldHint(envelope._data)
      ? ['refuses and still carries data']
      : []),
    ...leaks,
  ]
}

/** A refusal may say which field it is about, so that the client can mark it. */
const isFieldHint = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Object.keys(data).join() === 'field'

function codeProblems(answer: Answer, errCode: unknown, word: unknown, spec: CallSpec | null): string[] {
  if (typeof errCode !== 'string' || !KNOWN_CODES.has(errCode)) return [`has the unknown code ${String(errCode)}`]
  if (errCode === ERR.internal) return ['is an internal error']
  if (answer.status >= 500 && errCode !== ERR.busy) return [`answers HTTP ${answer.status}`]
  if (errCode !== ERR.refused) return word === '' ? [] : [`has the word ${String(word)} beside code ${errCode}`]
  if (typeof word !== 'string' || !(word in REFUSALS)) return [`refuses with the unknown word ${String(word)}`]
  if (answer.status !== 200) return [`refuses in the domain with HTTP ${answer.status}`]
  return spec && !spec.refusals.includes(word as RefusalCode) ? [`refuses with ${word}, which it does not declare`] : []
}

function textProblems(errCode: unknown, text: unknown): string[] {
  if (typeof text !== 'string') return ['has no text']
  if (errCode === ERR.ok) return text === '' ? [] : ['succeeds with an error text']
  if (!/\p{Script=Han}/u.test(text)) return [`says nothing in Chinese: ${text.slice(0, 80)}`]
  return PLACES.some((place) => text.includes(place))
    ? [`leaves a place of its sentence empty: ${text.slice(0, 80)}`]
    : []
}

function outputProblems(spec: CallSpec, data: unknown): string[] {
  const result = spec.output.safeParse(data)
  if (result.success) return []
  const [issue] = result.error.issues
  return [`answers something its schema does not know, at ${issue?.path.join('.') || 'the top'}: ${issue?.message}`]
}
