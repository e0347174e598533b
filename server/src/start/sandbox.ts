import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { AUCTION_CLOCKS } from '@huanji/domain/auction/clocks'
import { createSandboxClock } from '@huanji/marketplace/sandbox/clock'
import type { Sandbox, SandboxOptions } from '@huanji/marketplace/sandbox/options'
import { createSandbox } from '@huanji/marketplace/sandbox/sandbox'
import type { MarketplaceAccess } from '../app.ts'
import { PUSH_PATHS } from '../gateway/push-routes.ts'
import { derivedKey } from '../platform/derived-key.ts'
import type { Log } from '../platform/log.ts'
import type { Settings } from '../settings.ts'

/** Sealed and open sessions alternate by the hour; the sealed ones last until the next, so that bids are always coming in. */
export const SESSIONS = { everyMs: 3_600_000, sealedLengthMs: AUCTION_CLOCKS.sealedSessionMaxMs }

/** Our application at the stand-in marketplace. */
const APP_KEY = '800000001'
/** What the stand-in marketplace keeps, in the data folder. */
export const SANDBOX_FILE = 'sandbox.sqlite'
/** The simulated buyers' fortunes; the same number makes the same ones. */
const SEED = 1

export interface OpenSandbox {
  readonly sandbox: Sandbox
  readonly access: MarketplaceAccess
}

/** Opens the stand-in marketplace over its file in the data folder; it answers over HTTP once it is started. */
export function openSandbox(
  settings: Settings,
  log: Log,
  more: Pick<SandboxOptions, 'clock' | 'deliver'>,
): OpenSandbox {
  const appSecret = derivedKey(settings.secret, 'sandbox')
  // nothing else may have made it yet: the secret may come from the environment, and the database lie elsewhere
  mkdirSync(settings.dataFolder, { recursive: true })
  const sandbox = createSandbox({
    port: settings.sandboxPort,
    dataFile: path.join(settings.dataFolder, SANDBOX_FILE),
    appKey: APP_KEY,
    appSecret,
    pushUrl: `${settings.pushUrl}${PUSH_PATHS.push}`,
    seed: SEED,
    log,
    sessions: SESSIONS,
    httpControl: true,
    redirectOrigins: settings.ownOrigins,
    ...more,
  })
  return { sandbox, access: { url: `http://127.0.0.1:${settings.sandboxPort}`, appKey: APP_KEY, appSecret } }
}

/** Starts the stand-in marketplace with its simulated buyers on the loopback address. */
export async function startSandbox(settings: Settings, log: Log): Promise<OpenSandbox> {
  const { sandbox, access } = openSandbox(settings, log, { clock: createSandboxClock() })
  await sandbox.start()
  return { sandbox, access: { ...access, url: sandbox.url } }
}
