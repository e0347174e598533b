import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { problemsOf } from '../gateway/answer-check.ts'
import { codeOf, SIGNED_OUT, send, type Target } from '../gateway/target.ts'
import { EVERY, type IsTried, someAtOnce } from './at-once.ts'
import { type Finding, finding, findings } from './finding.ts'

/** People whose tokens the session check tampers with. */
export interface SessionCases {
  readonly mine: LoginContext
  /** Of another merchant. */
  readonly stranger: LoginContext
  /** A context that was good once: logged out or past its time. */
  readonly ended: LoginContext
}

const TOKEN_OF_NOBODY = `v1.01890000-0000-7000-8000-000000000000.01890000-0000-7000-8000-000000000001.${'A'.repeat(43)}`

/** Login contexts that must be refused, with what is wrong about each. */
function badContexts({ mine, stranger, ended }: SessionCases): [string, LoginContext][] {
  const last = mine.loginToken.slice(-1) === 'A' ? 'B' : 'A'
  return [
    ['no session', SIGNED_OUT],
    ['no token', { ...mine, loginToken: '' }],
    ['a garbage token', { ...mine, loginToken: 'garbage' }],
    ['a token that looks right', { ...mine, loginToken: TOKEN_OF_NOBODY }],
    [
      'a token with its last letters changed',
      { ...mine, loginToken: `${mine.loginToken.slice(0, -4)}${last.repeat(4)}` },
    ],
    ['a token with a quote', { ...mine, loginToken: `${mine.loginToken}'` }],
    ['a very long token', { ...mine, loginToken: 'v'.repeat(10_000) }],
    ['an ended session', ended],
    ['another merchant', { ...mine, merchantId: stranger.merchantId }],
    [
      'another merchant inside the token',
      { ...mine, loginToken: mine.loginToken.replace(mine.merchantId, stranger.merchantId) },
    ],
    ['another employee', { ...mine, employeeId: stranger.employeeId }],
    ['another phone', { ...mine, loginPhone: stranger.loginPhone }],
    ["somebody else's whole context with my token", { ...stranger, loginToken: mine.loginToken }],
    ['a merchant that is no id', { ...mine, merchantId: "' or true --" }],
  ]
}

/** Every context that is not exactly a good session gets "session invalid", and the good one does not. Public calls ask for none. */
export async function checkSession(
  target: Target,
  spec: CallSpec,
  cases: SessionCases,
  isTried: IsTried = EVERY,
): Promise<Finding[]> {
  const found: Finding[] = []
  const tried = badContexts(cases).filter(([sent], index) => sent === 'no session' || isTried(index))
  const check = async ([sent, context]: [string, LoginContext]) => {
    const answer = await send(target, spec.path, context, spec.example)
    found.push(...findings(spec.path, sent, problemsOf(answer, spec), answer))
    const code = codeOf(answer)
    // Longer than any token can be: refused before it is looked at.
    const refused = code === ERR.sessionInvalid || (code === ERR.malformed && sent === 'a very long token')
    if (spec.access === 'public' && refused && sent === 'no session')
      found.push(finding(spec.path, sent, 'asks for a session although it is public', answer))
    if (spec.access !== 'public' && !refused) found.push(finding(spec.path, sent, 'is not refused', answer))
  }
  // a public call does what it is asked for, one after the other
  if (spec.access === 'public') for (const one of tried) await check(one)
  else await someAtOnce(tried, check)
  if (spec.path.endsWith('/logout')) return found
  const answer = await send(target, spec.path, cases.mine, spec.example)
  if (codeOf(answer) === ERR.sessionInvalid) found.push(finding(spec.path, 'a good session', 'is refused', answer))
  return found
}
