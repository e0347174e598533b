import path from 'node:path'
import { AUCTION_CLOCKS } from '@huanji/domain/auction/clocks'
import { createSandboxClock, type SandboxClock } from '@huanji/marketplace/sandbox/clock'
import type { Sandbox } from '@huanji/marketplace/sandbox/options'
import { createSandbox } from '@huanji/marketplace/sandbox/sandbox'
import type { MarketplaceAccess } from '../app.ts'
import { PUSH_PATHS } from '../gateway/push-routes.ts'
import { derivedKey } from '../platform/derived-key.ts'
import type { Log } from '../platform/log.ts'
import type { Settings } from '../settings.ts'

/** Sealed and open sessions alternate by the hour; the sealed ones last until the next, so that bids are always coming in. */
const SESSIONS = { everyMs: 3_600_000, sealedLengthMs: AUCTION_CLOCKS.sealedSessionMaxMs }

/** Our application at the stand-in marketplace. */
const APP_KEY = '800000001'
/** The simulated buyers' fortunes; the same number makes the same ones. */
const SEED = 1

export interface RunningSandbox {
  readonly sandbox: Sandbox
  readonly clock: SandboxClock
  readonly access: MarketplaceAccess
}

/** Starts the stand-in marketplace with its simulated buyers on the loopback address; its clock begins at `startMs`, or now. */
export async function startSandbox(settings: Settings, log: Log, startMs: number | null): Promise<RunningSandbox> {
  const appSecret = derivedKey(settings.secret, 'sandbox')
  const clock = createSandboxClock(startMs === null ? {} : { startMs })
  const sandbox = createSandbox({
    port: settings.sandboxPort,
    dataFile: path.join(settings.dataFolder, 'sandbox.sqlite'),
    appKey: APP_KEY,
    appSecret,
    pushUrl: `${settings.pushUrl}${PUSH_PATHS.push}`,
    seed: SEED,
    clock,
    log,
    sessions: SESSIONS,
    httpControl: true,
  })
  await sandbox.start()
  return { sandbox, clock, access: { url: sandbox.url, appKey: APP_KEY, appSecret } }
}
