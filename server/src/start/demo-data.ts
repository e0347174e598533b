import fs from 'node:fs'
import path from 'node:path'
import type { SandboxClock } from '@huanji/marketplace/sandbox/clock'
import type { Sandbox } from '@huanji/marketplace/sandbox/options'
import type { App } from '../app.ts'
import type { Database } from '../database/database.ts'
import type { ShiftingClock } from '../platform/clock.ts'
import type { Settings } from '../settings.ts'

/** What is known before anything is started. */
export interface DemoSituation {
  readonly settings: Settings
  /** No account exists: nobody has signed up, and nothing was seeded. */
  readonly isEmpty: boolean
  /** The machine's present, in milliseconds since 1970. */
  readonly nowMs: number
}

/** What the data is made with: the running server, the sandbox, and the clocks of both. */
export interface DemoParts {
  readonly app: App
  readonly db: Database
  readonly settings: Settings
  readonly clock: ShiftingClock
  readonly sandbox: Sandbox
  readonly sandboxClock: SandboxClock
  /** Writes a line for the person at the terminal. */
  say(line: string): void
  /** Headers of calls that live in the data's time; all other calls live in the present. */
  readonly headers: Readonly<Record<string, string>>
  /** The server is to stop: leave at the next good moment. */
  readonly signal: AbortSignal
  /** To be called once accounts and a first phone exist: the address is printed then. */
  usable(): void
}

/** What `demo/seed.ts` gives. */
export interface DemoModule {
  /** When the history begins, in milliseconds since 1970, or null when there is nothing (more) to make. Both clocks start there. */
  planDemo(situation: DemoSituation): { readonly startMs: number } | null
  /** `app` listens without its queue. Makes the data through the product's own calls, and leaves both clocks at the present. False when it was told to leave before that. */
  seedDemo(parts: DemoParts): Promise<boolean>
}

const MODULE = path.join(import.meta.dirname, '../demo/seed.ts')

/** The maker of demo data, or null in an installation that was stripped of it. Loaded only when it is needed: production never does. */
export async function loadDemo(): Promise<DemoModule | null> {
  if (!fs.existsSync(MODULE)) return null
  const module: DemoModule = await import(MODULE)
  return module
}
