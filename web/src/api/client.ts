import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls/index'
import wire from 'virtual:wire'
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

function callOf([path, kind, keepsEmpties]: readonly [string, 'r' | 'w', 0 | 1]): ApiCall<object, unknown> {
  const call = (input: object, options?: CallOptions) => send(path, keepsEmpties === 1, { ...input }, options)
  return Object.assign(call, { path, kind: kind === 'r' ? ('read' as const) : ('write' as const) })
}

function build(): unknown {
  const group = (calls: (typeof wire)[string]) =>
    Object.fromEntries(Object.entries(calls).map(([name, entry]) => [name, callOf(entry)]))
  return Object.fromEntries(Object.entries(wire).map(([name, calls]) => [name, group(calls)]))
}

/**
 * Every call of the contract, typed by it:
 *
 *     const { list, total } = await api.auctionOrder.list({ state: 'awaiting_shipment' })
 *     await api.sealBag.bind(values, { intentKey, handles: ['BAG_USED'] })
 *
 * A refusal is shown as a toast and thrown as `ApiRefusal`; with `handles` the caller shows it itself.
 * A read in a component goes through `queryOf` (queries.ts), so that it is cached and shared.
 */
export const api = build() as Api

export type { CallOptions } from './send.ts'
