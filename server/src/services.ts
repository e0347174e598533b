import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import type { Jobs } from './jobs/job.ts'
import type { Clock } from './platform/clock.ts'
import type { DemoMarket } from './platform/demo-market.ts'
import type { Log } from './platform/log.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage/storage.ts'

/** The parts a handler or a job may use; made once at start-up and handed on. */
export interface Services {
  readonly clock: Clock
  readonly log: Log
  readonly settings: Settings
  readonly storage: Storage
  /** The state of the outbox, and the dead letters with what an operator may do about them. */
  readonly jobs: Jobs
  /** The open platform. It is on the network: use it in jobs, schedules and `prepare`, never inside a transaction. */
  readonly marketplace: MarketplaceClient
  /** The stand-in marketplace's simulated buyers, on the network like it; null where the marketplace is a real one. */
  readonly demoMarket: DemoMarket | null
}
