import answers from './answers.json' with { type: 'json' }
import { type CallDetail, type GroupInfo, referenceDetails, referenceGroups } from './reference.ts'

/** A call as it was made with a key, and what it was answered (tests/contract/examples.test.ts). */
export interface MadeCall {
  readonly request: unknown
  readonly answer: unknown
}

/** A group of calls in full. */
export interface GroupDetail {
  readonly calls: Readonly<Record<string, CallDetail>>
  /** Of those that were made. */
  readonly made: Readonly<Record<string, MadeCall>>
}

/**
 * The calls' reference for the screens. In the web client's build, data stand in this file's place, a file for each group,
 * so that no schema reaches the browser with them (web/build/reference-plugin.ts).
 */
export const GROUPS: readonly GroupInfo[] = referenceGroups()

/** A group in full. @throws Error when it cannot be loaded */
export async function loadGroup(group: string): Promise<GroupDetail> {
  const calls = referenceDetails(group)
  const known = answers as Readonly<Record<string, MadeCall>>
  const made = Object.fromEntries(Object.keys(calls).flatMap((path) => (known[path] ? [[path, known[path]]] : [])))
  return { calls, made }
}
