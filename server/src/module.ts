import type { LiveTopic } from '@huanji/contract/live'
import type { Tables } from './database/tables.ts'
import type { Download } from './gateway/downloads.ts'
import type { HandlerGroup } from './gateway/handler.ts'
import type { PlainRoute } from './gateway/plain-routes.ts'
import type { PublicPage } from './gateway/public-pages.ts'
import type { PushHandler } from './integration/marketplace/push-receiver.ts'
import type { JobHandlers } from './jobs/job.ts'
import type { Schedule } from './jobs/schedules.ts'

/** A table's name, as the types of the tables spell it. */
export type TableName = keyof Tables

interface Given {
  /** Its calls, by group. */
  readonly groups?: readonly HandlerGroup[]
  readonly jobs?: JobHandlers
  readonly schedules?: readonly Schedule[]
  readonly pushes?: readonly PushHandler[]
  readonly plainRoutes?: readonly PlainRoute[]
  readonly publicPages?: readonly PublicPage[]
  readonly downloads?: readonly Download[]
}

/** Everything that a module of the server says of itself. */
export interface ModuleSpec extends Given {
  /**
   * The modules that it imports from, `integration`, and single files of a module where the rest must not be leant on; what every
   * module may import beside them stands in `.dependency-cruiser.mjs`, which refuses all else.
   */
  readonly standsOn: readonly string[]
  /**
   * Its tables, each with the topics that are told when its rows were written. A table without topics shows on no screen by
   * itself: it is bookkeeping, belongs to no merchant, or is written beside another that has one.
   */
  readonly tables?: Readonly<Partial<Record<TableName, readonly LiveTopic[]>>>
  /** What it makes of the calls of all other modules: long work, exports. */
  readonly over?: (groups: readonly HandlerGroup[]) => Given
}

/** Declares a module. */
export const defineModule = (module: ModuleSpec): ModuleSpec => module
