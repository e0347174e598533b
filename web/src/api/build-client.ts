import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { type CallOptions, send } from './send.ts'

/** One call of the contract: give it its payload, get what `_data` holds. `path` is its name in query keys and grants. */
export interface ApiCall<Input, Output> {
  (input: Input, options?: CallOptions): Promise<Output>
  readonly path: string
  readonly kind: 'read' | 'write'
}

type Client<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends CallSpec
    ? ApiCall<InputOf<Group[Name]>, OutputOf<Group[Name]>>
    : never
}

export type Api = { readonly [Group in keyof Calls]: Client<Calls[Group]> }

function callOf([path, kind, keepsEmpties]: Wire[string][string]): ApiCall<object, unknown> {
  const call = (input: object, options?: CallOptions) => send(path, keepsEmpties === 1, { ...input }, options)
  return Object.assign(call, { path, kind: kind === 'r' ? ('read' as const) : ('write' as const) })
}

/** Makes the calls of a wire table; that they are those of the contract is the build plugin's doing. */
export function buildClient<Group extends keyof Calls>(wire: Wire): Pick<Api, Group> {
  const group = (calls: Wire[string]) =>
    Object.fromEntries(Object.entries(calls).map(([name, entry]) => [name, callOf(entry)]))
  const client: unknown = Object.fromEntries(Object.entries(wire).map(([name, calls]) => [name, group(calls)]))
  return client as Pick<Api, Group>
}
