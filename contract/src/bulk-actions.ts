export type { BulkActionKey } from './bulk-keys.ts'
export { BULK_ACTIONS } from './tables.ts'

/** Something that can be done for every row that a list's filter finds: one call a row, each with its own result. */
export interface BulkAction {
  /** A verb, in Chinese: 下架. */
  readonly title: string
  /** The call that lists the rows, as `group.name`. Whoever may not make it has no rows to choose from. */
  readonly list: string
  /** The call that is made for each row, as `group.name`; whoever may not make it is refused. */
  readonly call: string
  /** The field of a row that holds its id. */
  readonly idField: string
  /**
   * Where the id goes in the call's input. `rows.listingId` stands for a call that takes several rows and answers
   * `results` in their order: it is given the one.
   */
  readonly inputField: string
  /** What rows that allow it name in their `allowedActions`; the others are skipped. */
  readonly allowed: string
  /** The rest of the call's input, the same for every row and every person. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Names of further input that the person gives once for all rows; it goes beside the id, and each is needed. */
  readonly asks?: readonly string[]
  /** `rows` where a call that takes several rows takes what is asked beside them, and not in each. */
  readonly asksBeside?: 'rows'
}
