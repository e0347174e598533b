import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import fc from 'fast-check'
import { problemsOf } from '../gateway/answer-check.ts'
import { type Answer, codeOf, comparable, send, type Target } from '../gateway/target.ts'
import { validInput } from '../schema/arbitrary.ts'
import { type Finding, finding } from './finding.ts'

export const AT_ONCE = 10

export interface Repeated {
  /** One of the equal answers. */
  readonly answer: Answer
  readonly findings: Finding[]
}

/**
 * Makes one write ten times at once, or as often as is said, and once more afterwards, all under one key: the answers must
 * be equal.
 * Then the key comes with another payload, which must be refused if the first one succeeded.
 * That there was one effect is for the caller to count.
 */
export async function repeatWrite(
  target: Target,
  spec: CallSpec,
  who: LoginContext,
  payload: unknown,
  idempotencyKey: string,
  times = AT_ONCE,
): Promise<Repeated> {
  const again = (): Promise<Answer> => send(target, spec.path, who, payload, { idempotencyKey })
  const atOnce = await Promise.all(Array.from({ length: times }, again))
  const answers = [...atOnce, await again()]
  const [answer] = atOnce
  if (!answer) throw new Error('no request was made')
  const found = answers
    .filter((one) => comparable(one) !== comparable(answer))
    .map((one) => finding(spec.path, 'the same key again', `another answer than ${answer.text.slice(0, 200)}`, one))
  for (const problem of problemsOf(answer, spec)) found.push(finding(spec.path, 'a keyed write', problem, answer))
  if (codeOf(answer) === ERR.ok) found.push(...(await checkReusedKey(target, spec, who, payload, idempotencyKey)))
  return { answer, findings: found }
}

/** The gateway takes no NUL anywhere, whatever a call's own schema says. */
const isTaken = (payload: unknown): boolean => !JSON.stringify(payload).includes('\\u0000')

async function checkReusedKey(
  target: Target,
  spec: CallSpec,
  who: LoginContext,
  payload: unknown,
  idempotencyKey: string,
): Promise<Finding[]> {
  const parsed = JSON.stringify(spec.input.parse(payload))
  const other = fc
    .sample(validInput(spec.input), { numRuns: 20, seed: 1 })
    .find((candidate) => isTaken(candidate) && JSON.stringify(spec.input.parse(candidate)) !== parsed)
  // A call without input has no other payload.
  if (other === undefined) return []
  const answer = await send(target, spec.path, who, other, { idempotencyKey })
  return codeOf(answer) === ERR.keyReused
    ? []
    : [finding(spec.path, 'the same key with another payload', 'is not refused', answer)]
}
