import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import fc from 'fast-check'
import { problemsOf } from '../gateway/answer-check.ts'
import { codeOf, envelopeOf, send, type Target } from '../gateway/target.ts'
import { valuesOf } from '../schema/arbitrary.ts'
import { withValue } from '../schema/paths.ts'
import { bareShape, manyOf, shapeOf } from '../schema/shape.ts'
import { type Finding, finding } from './finding.ts'

const SEED = 7

interface ManyField {
  readonly name: string
  /** So many values it takes. */
  readonly most: number
  /** Good ones, as many as it takes. */
  readonly values: readonly unknown[]
}

/** The fields of a call's input that take one value or several. */
function manyFields(spec: CallSpec, base: unknown): ManyField[] {
  const shape = bareShape(shapeOf(spec.input))
  const fields = shape.kind === 'fields' ? Object.entries(shape.fields) : []
  return fields.flatMap(([name, field]) => {
    const many = manyOf(field)
    if (many === null) return []
    const drawn = fc.sample(valuesOf(many.element), { numRuns: 3 * many.max, seed: SEED })
    // the gateway refuses a NUL wherever it stands
    const isGood = (value: unknown) =>
      spec.input.safeParse(withValue(base, name, [value])).success && !JSON.stringify(value).includes('\\u0000')
    return [{ name, most: many.max, values: drawn.filter(isGood).slice(0, many.max) }]
  })
}

/**
 * A field that takes several values takes as many as the schema says, and refuses one more in words that name how many it
 * takes, telling which field it is.
 */
export async function checkMany(target: Target, spec: CallSpec, who: LoginContext, base: unknown): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { name, most, values } of manyFields(spec, base)) {
    const full = await send(target, spec.path, who, withValue(base, name, values))
    const problems = problemsOf(full, spec)
    if (values.length < most) problems.push('has too few good values to be tested')
    if (codeOf(full) === ERR.malformed) problems.push('refuses as many values as it may take')
    if (problems.length > 0)
      found.push(finding(spec.path, `${name}: ${values.length} values`, problems.join('; '), full))
    const tooMany = await send(target, spec.path, who, withValue(base, name, [...values, values[0]]))
    const envelope = envelopeOf(tooMany)
    const text = typeof envelope?._errStr === 'string' ? envelope._errStr : ''
    const { field } = (envelope?._data ?? {}) as { field?: unknown }
    if (codeOf(tooMany) !== ERR.malformed || !text.includes(`最多选择 ${most} 项`) || field !== name)
      found.push(finding(spec.path, `${name}: ${values.length + 1} values`, 'is not refused as too many', tooMany))
  }
  return found
}
