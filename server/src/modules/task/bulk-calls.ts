import { BULK_ACTIONS, type BulkAction, type BulkActionKey } from '@huanji/contract/bulk-actions'
import { callNamed } from '@huanji/contract/calls'
import type { BoundHandler, HandlerGroup } from '../../gateway/handler.ts'

/** An action of a task with the handlers of its two calls. */
export interface BulkCall extends BulkAction {
  readonly key: BulkActionKey
  /** Lists the rows. */
  readonly lists: BoundHandler
  /** Does the action for one row. */
  readonly does: BoundHandler
}

/** Every action by its key. */
export type BulkCalls = ReadonlyMap<string, BulkCall>

/** Fields that belong to the page of a list, not to its filter. */
const PAGING = ['page', 'pageSize', 'cursor']

/** The actions with their handlers. @throws Error for a call that does not exist, is of the wrong sort or works in two steps */
export function bulkCalls(groups: readonly HandlerGroup[]): BulkCalls {
  const bound = new Map(groups.flat().map((one) => [one.spec, one]))
  const handlerOf = (name: string, kind: 'read' | 'write'): BoundHandler => {
    const spec = callNamed(name)
    const handler = bound.get(spec)
    if (handler === undefined || spec.kind !== kind || typeof handler.run !== 'function') {
      throw new Error(`${name} cannot be a ${kind} of a bulk action: it needs a handler of one step`)
    }
    return handler
  }
  return new Map(
    (Object.entries(BULK_ACTIONS) as [BulkActionKey, BulkAction][]).map(([key, action]) => [
      key,
      { ...action, key, lists: handlerOf(action.list, 'read'), does: handlerOf(action.call, 'write') },
    ]),
  )
}

type Fields = Readonly<Record<string, unknown>>

/** What the action's call is given for one row. */
export function payloadOf({ inputField, fixed, asksBeside }: BulkCall, rowId: string, input: Fields): Fields {
  const [first = '', inner] = inputField.split('.')
  if (inner === undefined) return { ...fixed, ...input, [first]: rowId }
  if (asksBeside === 'rows') return { ...fixed, ...input, [first]: [{ [inner]: rowId }] }
  return { ...fixed, [first]: [{ ...input, [inner]: rowId }] }
}

interface RowResult {
  readonly ok: boolean
  readonly message: string
}

/** Why a call that takes several rows refused the one it was given, as it answered; null when it was done. */
export function refusalIn({ inputField }: BulkCall, answer: unknown): string | null {
  if (!inputField.includes('.')) return null
  const [result] = (answer as { readonly results: readonly RowResult[] }).results
  return result === undefined || result.ok ? null : result.message
}

const SOME_ID = '01890000-0000-7000-8000-000000000000'

/** What is wrong with the further input of an action, in Chinese, or null: each asked field must be there, and nothing else. */
export function inputFault(action: BulkCall, input: Fields): string | null {
  const asks = action.asks ?? []
  const missing = asks.find((name) => input[name] === undefined || input[name] === '')
  if (missing !== undefined) return `缺少 ${missing}`
  const strange = Object.keys(input).find((name) => !asks.includes(name))
  if (strange !== undefined) return `不接受 ${strange}`
  const parsed = action.does.spec.input.safeParse(payloadOf(action, SOME_ID, input))
  return parsed.success ? null : faultText(parsed.error.issues)
}

/** A list's filter as its call takes it, or what is wrong with it, in Chinese. */
export function filterOf(action: BulkCall, filter: Fields): { readonly filter: Fields } | { readonly fault: string } {
  const strange = Object.keys(filter).find((name) => PAGING.includes(name))
  if (strange !== undefined) return { fault: `不接受 ${strange}` }
  const parsed = action.lists.spec.input.safeParse(filter)
  return parsed.success ? { filter: parsed.data as Fields } : { fault: faultText(parsed.error.issues) }
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

function faultText([issue]: readonly Issue[]): string {
  const field = issue?.path.map(String).join('.') ?? ''
  return `${field === '' ? '' : `${field} `}${issue?.message ?? ''}`
}
