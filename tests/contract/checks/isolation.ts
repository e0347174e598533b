import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { OTHER_EXAMPLES } from '../fixtures/other-examples.ts'
import { problemsOf } from '../gateway/answer-check.ts'
import { type Answer, comparable, send, type Target } from '../gateway/target.ts'
import { withValue } from '../schema/paths.ts'
import { bareShape, manyOf, shapeOf } from '../schema/shape.ts'
import { someAtOnce } from './at-once.ts'
import { type Finding, finding } from './finding.ts'

/** Ids by the name of the field that shows them: `orderId` → ids of orders. */
export type IdsByName = Readonly<Record<string, readonly string[]>>

/** One thing of another merchant. */
export interface ForeignThing {
  /** The table it stands in. */
  readonly what: string
  readonly id: string
}

export interface IsolationCase {
  readonly who: LoginContext
  /** Of the caller's own merchant, so that only one field of a payload is wrong at a time. */
  readonly own: IdsByName
  readonly foreign: readonly ForeignThing[]
  /** Which of them a list of ids is tried with, beside a single id; all of them when left out. */
  readonly isTriedInList?: (thing: ForeignThing) => boolean
  /** A fresh id that nothing has. */
  readonly missingId: () => string
}

/** Id fields whose name is not the name of the thing they point at. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  inspectorId: 'employeeId',
  operatorId: 'employeeId',
  creatorId: 'employeeId',
  actorId: 'staffId',
  shopId: 'shopAccountId',
}

/** Under which name the ids of a field are known: `photos.uploadId` → `uploadId`, `removePhotoIds` → `photoId`. Null when under none. */
export function knownName(field: string, known: IdsByName): string | null {
  const last = (field.split('.').at(-1) ?? field).replace(/s$/, '')
  const name = OTHER_NAMES[last] ?? last
  const names = Object.keys(known).sort((a, b) => b.length - a.length)
  return names.find((candidate) => name.toLowerCase().endsWith(candidate.toLowerCase())) ?? null
}

/** The call's examples: where it takes payloads of several shapes, one of each shape that has ids. */
export const examplesOf = (spec: CallSpec): readonly unknown[] => [spec.example, ...(OTHER_EXAMPLES[spec.path] ?? [])]

/** An example with an id of the caller's own in every id field that it can have and for which one is known. */
export function withOwnIds(spec: CallSpec, own: IdsByName, example: unknown = spec.example): unknown {
  return spec.ids.reduce<unknown>((payload, field) => {
    const name = knownName(field, own)
    const id = name === null ? undefined : ownId(spec, own[name])
    if (id === undefined) return payload
    const changed = withValue(payload, field, id)
    return takes(spec, changed) || !takes(spec, payload) ? changed : payload
  }, example)
}

/** Calls of the curated channel's orders alone: those of the world are its newest. */
const OF_CURATED_ORDERS = /^\/api\/(saleorder|ext\/curatedOrder)\//

/** The thing that a call is tried with: the oldest there is, unless the call would not take it. */
const ownId = ({ path }: CallSpec, ids: readonly string[] = []): string | undefined =>
  OF_CURATED_ORDERS.test(path) ? ids.at(-1) : ids[0]

const takes = (spec: CallSpec, payload: unknown): boolean => spec.input.safeParse(payload).success

/**
 * What a field is given to point at a thing: its id and, where the field takes several, its id among others and beside
 * one of the caller's own.
 */
function waysToPoint(spec: CallSpec, field: string, own: IdsByName): ((id: string) => unknown)[] {
  const shape = bareShape(shapeOf(spec.input))
  const of = shape.kind === 'fields' ? shape.fields[field] : undefined
  if (of === undefined || manyOf(of) === null) return [(id) => id]
  const name = knownName(field, own)
  const mine = name === null ? undefined : ownId(spec, own[name])
  return [(id) => id, (id) => [id], ...(mine === undefined ? [] : [(id: string) => [mine, id]])]
}

/**
 * Puts ids of another merchant's things into each id field, and into lists of ids: the answer must be the one that an id
 * of nothing gets, byte for byte apart from the id itself and the request's own number.
 */
export async function checkIsolation(target: Target, spec: CallSpec, given: IsolationCase): Promise<Finding[]> {
  const found: Finding[] = []
  const bases = examplesOf(spec).map((example) => withOwnIds(spec, given.own, example))
  for (const field of spec.ids) {
    const base = bases.find((one) => takes(spec, withValue(one, field, given.missingId())))
    if (base === undefined) found.push(finding(spec.path, field, 'stands in no example of the call'))
    for (const [way, pointAt] of waysToPoint(spec, field, given.own).entries()) {
      const ask = (id: string) => send(target, spec.path, given.who, withValue(base, field, pointAt(id)))
      const askNobodys = async () => {
        const missing = given.missingId()
        const answer = await ask(missing)
        return { answer, words: comparable(answer, missing) }
      }
      // of missing ones the answer is the same each time, unless a call before has changed something of the caller's own
      let nobodys = await askNobodys()
      const things = way === 0 ? given.foreign : given.foreign.filter(given.isTriedInList ?? (() => true))
      const answers = await someAtOnce(things, ({ id }) => ask(id))
      for (const [index, { what, id }] of things.entries()) {
        let theirs = answers[index] as Answer
        const sent = `${field} of another merchant's ${what}: ${JSON.stringify(pointAt(id))}`
        const problems = problemsOf(theirs, spec)
        if (problems.length > 0) found.push(finding(spec.path, sent, problems.join('; '), theirs))
        if (comparable(theirs, id) === nobodys.words) continue
        nobodys = await askNobodys()
        theirs = await ask(id)
        if (comparable(theirs, id) !== nobodys.words) {
          const other = `differs from a missing one's: ${nobodys.answer.text.slice(0, 160)}`
          found.push(finding(spec.path, sent, other, theirs))
        }
      }
    }
  }
  return found
}
