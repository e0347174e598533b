import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { problemsOf } from '../gateway/answer-check.ts'
import { type Answer, codeOf, send, type Target } from '../gateway/target.ts'
import { brokenInputs, type Variant } from '../schema/broken-input.ts'
import { shapeOf } from '../schema/shape.ts'
import { someAtOnce } from './at-once.ts'
import { type Finding, finding, findings } from './finding.ts'

/** What may be answered to a payload: the schema alone decides, but for two rules of the wire. */
function verdictOf(spec: CallSpec, payload: unknown): 'take' | 'refuse' | 'either' {
  // What travels is JSON: a field without a value is not there.
  const text = JSON.stringify(payload ?? null)
  const sent = JSON.parse(text)
  const isTaken = spec.input.safeParse(sent).success
  // The database holds no NUL, so the gateway refuses it wherever it stands.
  if (text.includes('\\u0000')) return isTaken ? 'either' : 'refuse'
  // Empty strings at the top are dropped by whoever drops them first (docs/specification.md §5).
  const isTakenWithoutEmpties = spec.input.safeParse(withoutEmpties(spec, sent)).success
  if (isTaken) return 'take'
  return isTakenWithoutEmpties ? 'either' : 'refuse'
}

function withoutEmpties(spec: CallSpec, payload: unknown): unknown {
  if (spec.keepsEmpties || typeof payload !== 'object' || payload === null) return payload
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== ''))
}

/** What is wrong with the answer to a payload: a sound answer, and "malformed" exactly when the schema refuses it. */
function answerProblems(spec: CallSpec, payload: unknown, answer: Answer): string[] {
  const malformed = codeOf(answer) === ERR.malformed
  const verdict = verdictOf(spec, payload)
  return [
    ...problemsOf(answer, spec),
    ...(malformed && verdict === 'take' ? ['is called malformed although the schema takes it'] : []),
    ...(!malformed && verdict === 'refuse' && codeOf(answer) !== ERR.tooLarge
      ? ['is taken although the schema refuses it']
      : []),
  ]
}

/** The payloads that each break another one in one place, none of them twice. */
function differentPayloads(spec: CallSpec, payload: unknown): Variant[] {
  const variants = brokenInputs(shapeOf(spec.input), payload)
  const objects = variants.filter((variant) => typeof variant.payload === 'object' && variant.payload !== null)
  return [...new Map(objects.map((variant) => [JSON.stringify(variant.payload), variant])).values()]
}

/**
 * Each field in turn gets wrong types, extremes, nothing: the answer is sound, and malformed wherever the schema says so.
 * Those that the schema refuses have no effect, so that some are sent at the same time.
 */
export async function checkFields(
  target: Target,
  spec: CallSpec,
  who: LoginContext,
  payload: unknown = spec.example,
): Promise<Finding[]> {
  const found: Finding[] = []
  const check = async (variant: Variant) => {
    const answer = await send(target, spec.path, who, variant.payload)
    const problems = answerProblems(spec, variant.payload, answer)
    if (problems.length > 0) found.push(finding(spec.path, variant.name, problems.join('; '), answer))
  }
  const variants = differentPayloads(spec, payload)
  const isRefused = (variant: Variant) => verdictOf(spec, variant.payload) === 'refuse'
  await someAtOnce(variants.filter(isRefused), check)
  for (const variant of variants.filter((one) => !isRefused(one))) await check(variant)
  return found
}

/** Any payload that the schema takes gets a sound answer: never malformed, never an internal error. */
export async function checkPayload(
  target: Target,
  spec: CallSpec,
  who: LoginContext,
  payload: unknown,
): Promise<Finding[]> {
  const answer = await send(target, spec.path, who, payload)
  return findings(spec.path, JSON.stringify(payload), answerProblems(spec, payload, answer), answer)
}
