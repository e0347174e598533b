import type { CallSpec } from './call.ts'
import { type Declared, declared } from './features/index.ts'

type Groups = Declared<'groups'>

/** Every call, by group. */
export type Calls = { readonly [G in keyof Groups]: Groups[G] extends { readonly calls: infer C } ? C : never }

/** The table of every call, by group: routes, validation, access, client and documentation come from it. */
export const calls = Object.fromEntries(
  Object.entries<{ readonly calls: unknown }>(declared('groups')).map(([group, said]) => [group, said.calls]),
) as unknown as Calls

type Group = Readonly<Record<string, CallSpec>>

const named = Object.entries<Group>(calls).flatMap(([group, specs]) =>
  Object.entries(specs).map(([name, spec]) => [`${group}.${name}`, spec] as const),
)
const BY_NAME = new Map<string, CallSpec>(named)
const NAMES = new Map<CallSpec, string>(named.map(([name, spec]) => [spec, name]))

/** The same table as one list. */
export const allCalls: readonly CallSpec[] = named.map(([, spec]) => spec)

/** The call of a name such as `goods.list`. @throws Error when there is none */
export function callNamed(name: string): CallSpec {
  const spec = BY_NAME.get(name)
  if (spec === undefined) throw new Error(`the contract has no call ${name}`)
  return spec
}

/** The name of a call, such as `goods.list`. @throws Error for one that no feature declares */
export function nameOfCall(spec: CallSpec): string {
  const name = NAMES.get(spec)
  if (name === undefined) throw new Error(`no feature declares ${spec.path}`)
  return name
}
