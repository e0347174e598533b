import { AsyncLocalStorage } from 'node:async_hooks'

/** What every line of the log says that is written during a call or a job, wherever it is written. */
export type ScopeFields = Readonly<Record<string, string | number>>

const scope = new AsyncLocalStorage<ScopeFields>()

/** Does `work` with these fields in every line of the log. */
export const withLogFields = <T>(fields: ScopeFields, work: () => T): T => scope.run(fields, work)

/** The fields of the call or job at hand. */
export const logFields = (): ScopeFields => scope.getStore() ?? {}
