import path from 'node:path'
import { createMarketplaceClient } from '@huanji/marketplace/client/client'
import { createSandboxClock } from '@huanji/marketplace/sandbox/clock'
import { createDelivery } from '@huanji/marketplace/sandbox/deliveries'
import { createSandbox } from '@huanji/marketplace/sandbox/sandbox'
import type { TestDatabase } from '../../../../tests/support/databases.ts'
import { startTestGateway, type TestGateway } from '../../../../tests/support/gateway.ts'
import { drawnPicture, photoSender, type Sender } from '../../../../tests/support/photo-sender.ts'
import { ownPort } from '../../../../tests/support/ports.ts'
import type { Actor } from '../../platform/actor.ts'
import { SANDBOX_FILE, SESSIONS } from '../../start/sandbox.ts'
import type { DemoWorld, ProductAccess } from '../steps.ts'

const APPLICATION = { appKey: '200007', appSecret: 'a secret of the demo tests' }
const MARKETPLACE = 'http://marketplace.test'
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

/** The whole product on the network: gateway, queue, inbox, uploads and stand-in marketplace, in the history's time. */
export interface NetworkedProduct {
  readonly gateway: TestGateway
  readonly world: DemoWorld
  close(): Promise<void>
}

interface NetworkedOptions {
  readonly seed: number
  /** The present moment, and where a history ends, in milliseconds since 1970. */
  readonly startMs: number
  readonly endMs: number
  /** A database that is there already, with the stand-in marketplace's file in its folder; none begins empty. */
  readonly database?: TestDatabase
}

export async function startNetworkedProduct({
  seed,
  startMs,
  endMs,
  database,
}: NetworkedOptions): Promise<NetworkedProduct> {
  const sandboxClock = createSandboxClock({ startMs, speed: 0 })
  const cannotBeMoved = () => {
    throw new Error('the sandbox moves the time')
  }
  const clock = { now: () => new Date(sandboxClock.now()), advance: cannotBeMoved, set: cannotBeMoved }
  const callers = new Map<string, Actor>()
  let sandboxUrl = ''
  const gateway = await startTestGateway({
    ...(database ? { database } : {}),
    clock,
    modules: { sessionReader: async (_tx, { employeeId }) => callers.get(employeeId) ?? null },
    marketplace: { ...APPLICATION, url: MARKETPLACE },
    marketplaceClient: createMarketplaceClient({
      ...APPLICATION,
      baseUrl: MARKETPLACE,
      fetch: (address, init) => fetch(String(address).replace(MARKETPLACE, sandboxUrl), init),
      now: () => Date.now(),
    }),
  })
  const send = createDelivery({
    ...APPLICATION,
    timeoutMs: 10_000,
    wallNow: () => Date.now(),
    faults: () => ({ latencyMs: 0, pushDelayMs: 0, pushTwice: false, pushOutOfOrder: false, dropPushes: false }),
    log: QUIET,
  })
  const sandbox = createSandbox({
    ...APPLICATION,
    port: await ownPort(),
    seed: 1,
    clock: sandboxClock,
    log: QUIET,
    sessions: SESSIONS,
    dataFile: database ? path.join(database.dataFolder, SANDBOX_FILE) : null,
    pushUrl: `${gateway.url}/marketplace/push`,
    deliver: async (push) => {
      const isTaken = await send({ ...push, url: push.url.replace(/^https?:\/\/[^/]+/, gateway.url) })
      await gateway.runJobs()
      return isTaken
    },
  })
  await sandbox.start()
  sandboxUrl = sandbox.url
  const services = { ...gateway.app.services, db: gateway.db }
  return {
    gateway,
    world: { seed, endMs, control: sandbox.control, services, access: accessOverHttp(gateway, callers) },
    close: async () => {
      await sandbox.stop()
      await gateway.close()
    },
  }
}

/** Makes the calls as a browser does. */
function accessOverHttp(gateway: TestGateway, callers: Map<string, Actor>): ProductAccess {
  const deliver = async () => {
    await gateway.runJobs()
  }
  return {
    as: (by) => {
      const login = { loginToken: '', loginPhone: by.phone, employeeId: by.employeeId, merchantId: by.merchantId }
      const sender: Sender = {
        call: (spec, payload) => {
          callers.set(by.employeeId, by)
          return gateway.data(spec, payload, login)
        },
        post: (url, body) => fetch(new URL(url, gateway.url), { method: 'POST', body }),
      }
      return { ...sender, savePhotos: photoSender(sender, { picture: drawnPicture }), pause: deliver }
    },
    deliver,
  }
}
