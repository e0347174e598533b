import type { TableTopics } from './database/table-topics.ts'
import type { Download } from './gateway/downloads.ts'
import type { HandlerGroup, KeyAccess, SessionReader } from './gateway/handler.ts'
import type { PlainRoute } from './gateway/plain-routes.ts'
import type { PublicPage } from './gateway/public-pages.ts'
import type { PushHandler } from './integration/marketplace/push-receiver.ts'
import type { JobHandlers } from './jobs/job.ts'
import type { Schedule } from './jobs/schedules.ts'
import type { ModuleSpec } from './module.ts'
import * as modules from './module-list.ts'

/** What the modules give the server, by kind. */
export interface Modules {
  readonly groups: readonly HandlerGroup[]
  readonly jobHandlers: JobHandlers
  readonly pushHandlers: readonly PushHandler[]
  readonly schedules: readonly Schedule[]
  readonly sessionReader: SessionReader
  readonly keyAccess: KeyAccess
  readonly plainRoutes: readonly PlainRoute[]
  readonly publicPages: readonly PublicPage[]
  readonly downloads: readonly Download[]
  readonly tableTopics: TableTopics
}

export { keyAccess } from './modules/api-key/access.ts'
export { sessionReader } from './modules/auth/session.ts'

const ALL: readonly ModuleSpec[] = Object.values(modules)
/** The calls that long work can make for its rows, and whose lists can be exported. */
const ownGroups = ALL.flatMap((one) => one.groups ?? [])
const given = ALL.flatMap((one) => [one, ...(one.over ? [one.over(ownGroups)] : [])])

export const groups: HandlerGroup[] = given.flatMap((one) => one.groups ?? [])
export const jobHandlers: JobHandlers = Object.assign({}, ...given.map(({ jobs }) => jobs))
export const pushHandlers: PushHandler[] = given.flatMap(({ pushes = [] }) => pushes)
export const schedules: Schedule[] = given.flatMap((one) => one.schedules ?? [])
export const plainRoutes: PlainRoute[] = given.flatMap((one) => one.plainRoutes ?? [])
export const publicPages: PublicPage[] = given.flatMap((one) => one.publicPages ?? [])
export const downloads: Download[] = given.flatMap((one) => one.downloads ?? [])
export const tableTopics: TableTopics = Object.assign({}, ...ALL.map(({ tables }) => tables))
