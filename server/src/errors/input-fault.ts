import { fieldPath } from '@huanji/contract/field-path'
import type * as z from 'zod'

/** What is wrong with an input first, and where it stands in the request's own names (`items[2].price`). */
export interface InputFault {
  readonly message: string
  /** Null for the input as a whole. */
  readonly field: string | null
}

type Issue = z.core.$ZodIssue

/** How far a way of reading came: the deeper it got, and the less it is a matter of another type, the nearer it was. */
function nearness(issues: readonly Issue[]): number {
  const [first] = issues
  return (first?.path.length ?? 0) * 2 + (first?.code === 'invalid_type' ? 0 : 1)
}

/** The issue of the way that came nearest, for an input that may be read in several; the schema's own sentence for it stays. */
function nearest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0 || OWN_SENTENCE.test(issue.message)) return issue
  const [first] = issue.errors.toSorted((one, other) => nearness(other) - nearness(one))[0] ?? []
  if (first === undefined) return issue
  const found = nearest(first)
  return { ...found, path: [...issue.path, ...found.path] }
}

/** A sentence of the contract's own for a choice of ways, such as that there are too many. */
const OWN_SENTENCE = /^(?!.*格式不正确)/

/** What of a refused input is told: its first fault. A name that no field has is the field itself. */
export function faultOf({ issues }: z.core.$ZodError): InputFault {
  const [first] = issues
  if (first === undefined) return { message: '', field: null }
  const issue = nearest(first)
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path
  return { message: issue.message, field: path.length === 0 ? null : fieldPath(path) }
}
