import { ownPort } from '../../../../tests/support/ports.ts'
import { createMarketplaceClient, type MarketplaceClient } from '../../client/client.ts'
import { createSandboxClock } from '../clock.ts'
import type { Sandbox, SandboxLog, SandboxOptions } from '../options.ts'
import { createSandbox } from '../sandbox.ts'
import { APP, SELLER_ID, USER_NAME } from './merchant.ts'
import { type PushReceiver, startPushReceiver } from './push-receiver.ts'

/** A morning in China on which nothing has begun yet. */
export const START_MS = Date.parse('2026-03-02T00:00:00+08:00')

const wallClock = createSandboxClock()

const silentLog: SandboxLog = { info: () => {}, warn: () => {}, error: () => {} }

export interface SandboxFixture {
  sandbox: Sandbox
  client: MarketplaceClient
  receiver: PushReceiver
  stop(): Promise<void>
}

/** A sandbox whose time moves by `advance` only and whose buyers do nothing by themselves, unless told otherwise. */
export async function startSandboxFixture(options: Partial<SandboxOptions> = {}): Promise<SandboxFixture> {
  const receiver = await startPushReceiver()
  const sandbox = createSandbox({
    port: await ownPort(),
    dataFile: null,
    ...APP,
    pushUrl: receiver.url,
    seed: 7,
    clock: createSandboxClock({ startMs: START_MS, speed: 0 }),
    log: silentLog,
    behaviour: { bid: false, shop: false, defaultShare: 1, refundShare: 0 },
    pushTimeoutMs: 5_000,
    ...options,
  })
  await sandbox.start()
  sandbox.control.openShop({ sellerId: SELLER_ID, userName: USER_NAME, nick: '焕机示例店' })
  return {
    sandbox,
    client: clientOf(sandbox),
    receiver,
    async stop() {
      await sandbox.stop()
      await receiver.close()
    },
  }
}

/** A client of a running sandbox. */
export function clientOf(sandbox: Pick<Sandbox, 'url'>): MarketplaceClient {
  return createMarketplaceClient({
    baseUrl: sandbox.url,
    ...APP,
    now: wallClock.wallNow,
    retry: { baseMs: 1, maxMs: 2 },
  })
}

/** Moves the sandbox to a moment of its time. */
export async function advanceTo(fixture: SandboxFixture, momentMs: number): Promise<void> {
  await fixture.sandbox.control.advance(Math.max(0, momentMs - fixture.sandbox.control.nowMs()))
}
