import type { HandlerGroup, SessionReader } from './gateway/handler.ts'
import type { EffectHandlers } from './jobs/effects.ts'
import type { PushHandler } from './jobs/pushes.ts'
import type { Schedule } from './jobs/schedules.ts'
import { detRecordGroup } from './modules/inspection/calls.ts'
import { detConfigGroup } from './modules/inspection/config-calls.ts'
import { photoGroups } from './modules/photo/calls.ts'
import { photoEffects } from './modules/photo/effects.ts'
import { sealedBagGroups } from './modules/sealed-bag/calls.ts'
import { searchGroup } from './modules/search/calls.ts'

/** What the modules give the server: one line for each module below. */
export interface Modules {
  readonly groups: readonly HandlerGroup[]
  readonly effects: EffectHandlers
  readonly pushHandlers: readonly PushHandler[]
  readonly schedules: readonly Schedule[]
  readonly sessionReader: SessionReader
}

export const groups: HandlerGroup[] = [detRecordGroup, detConfigGroup, ...photoGroups, ...sealedBagGroups, searchGroup]

export const effects: EffectHandlers = { ...photoEffects }

export const pushHandlers: PushHandler[] = []

export const schedules: Schedule[] = []

/** Who is signed in; until a module reads sessions, nobody is. */
export const sessionReader: SessionReader = async () => null
