import type { CallSpec, OutputOf } from './call.ts'
import { REQUEST_LABELS } from './labels.ts'

/** What a row is called, and why it does not allow an action that it does not allow. */
export interface RowWords {
  readonly label: string
  readonly reason: string
}

/** Words for the rows of a list, for work that is done for all rows of a filter. */
export type RowNaming = (row: never, allowed: string) => RowWords

type Row<List extends CallSpec> = OutputOf<List> extends { list: (infer One)[] } ? One : never

/** Words for the rows of a call's answer. */
export const namingOf = <List extends CallSpec>(
  _list: List,
  naming: (row: Row<List>, allowed: string) => RowWords,
): RowNaming => naming

/** That a row stands in a state, in Chinese. */
export const standsIn = (state: string): string => `当前为“${state}”`

/** What the marketplace is still asked to do, in Chinese; null when nothing is. */
export const stillAsked = (
  desired: { readonly state: string; readonly want: keyof typeof REQUEST_LABELS } | null,
): string | null => (desired?.state === 'pending' ? REQUEST_LABELS[desired.want] : null)
