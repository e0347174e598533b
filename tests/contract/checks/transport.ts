import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { problemsOf } from '../gateway/answer-check.ts'
import { type Answer, bodyOf, codeOf, request, sendText, type Target } from '../gateway/target.ts'
import { someAtOnce } from './at-once.ts'
import { type Finding, finding, findings } from './finding.ts'

interface Case {
  readonly sent: string
  readonly codes: readonly string[]
  readonly make: () => Promise<Answer>
}

/** Requests that are not a call at all, and the codes that may refuse each. */
function cases(target: Target, spec: CallSpec, who: LoginContext): Case[] {
  const good = bodyOf(who, spec.example)
  const { path } = spec
  const bad = (sent: string, text: string): Case => ({
    sent,
    codes: [ERR.malformed],
    make: () => sendText(target, path, text),
  })
  const typed = (type: string): Case => ({
    sent: `a body of type ${type}`,
    codes: [ERR.wrongMediaType],
    make: () => sendText(target, path, good, { headers: { 'content-type': type } }),
  })
  return [
    ...['GET', 'PUT', 'DELETE', 'PATCH'].map((method) => ({
      sent: `${method} instead of POST`,
      codes: [ERR.wrongMethod],
      make: () => request(target, path, methodInit(method, good)),
    })),
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'].map(
      typed,
    ),
    bad('half a JSON text', good.slice(0, -2)),
    bad('an empty body', ''),
    bad('a word', 'abc'),
    bad('a list', '[]'),
    bad('a JSON text', '"text"'),
    bad('null', 'null'),
    bad('a very deep list', `${'['.repeat(50_000)}${']'.repeat(50_000)}`),
    bad('a field named __proto__', `{"__proto__":{"isOwner":true},${good.slice(1)}`),
    bad('a field named constructor', `{"constructor":{"prototype":{"isOwner":true}},${good.slice(1)}`),
    bad('an undeclared field', `{"noSuchField":1,${good.slice(1)}`),
    bad('a token that is an object', good.replace(/"loginToken":"[^"]*"/, '"loginToken":{"a":1}')),
    bad('a merchant that is a list', good.replace(/"merchantId":"[^"]*"/, '"merchantId":["a"]')),
    {
      sent: 'a body over the limit',
      codes: [ERR.tooLarge],
      make: () => sendText(target, path, `${good.slice(0, -1)},"x":"${'9'.repeat(spec.bodyLimitBytes)}"}`),
    },
  ]
}

/** A GET has no body; other methods carry the good one, so that only the method is wrong. */
const methodInit = (method: string, body: string): RequestInit =>
  method === 'GET' ? { method } : { method, body, headers: { 'content-type': 'application/json' } }

/** Only a POST of a JSON object within the limit, with no field beyond the declared ones, is taken for a call. */
export async function checkTransport(target: Target, spec: CallSpec, who: LoginContext): Promise<Finding[]> {
  const found: Finding[] = []
  const tried = cases(target, spec, who)
  const answers = await someAtOnce(tried, ({ make }) => make())
  for (const [index, { sent, codes }] of tried.entries()) {
    const answer = answers[index] as Answer
    found.push(...findings(spec.path, sent, problemsOf(answer, spec), answer))
    const code = codeOf(answer)
    // A token of a wrong type may as well be called no session.
    const acceptable =
      sent.startsWith('a token') || sent.startsWith('a merchant') ? [...codes, ERR.sessionInvalid] : codes
    if (code === null || !acceptable.includes(code)) found.push(finding(spec.path, sent, `is answered ${code}`, answer))
  }
  return found
}
