import { AUCTION_CLOCKS } from '@huanji/domain/auction/clocks'
import { answerCall } from './answer-call.ts'
import { buyerPage } from './buyer-pages.ts'
import { HOUR_MS, MINUTE_MS } from './clock.ts'
import { answerConsent, consentPage } from './consent-page.ts'
import { type SandboxContext, takeNextId } from './context.ts'
import { createControl } from './control.ts'
import { createControlApi } from './control-http.ts'
import { createDelivery, createPushPlan, PUSH_RETRY_DELAYS_MS, PUSH_TIMEOUT_MS } from './deliveries.ts'
import { handleEvent } from './dispatch.ts'
import { createFaultPlan } from './faults.ts'
import type { IncomingCall } from './incoming-call.ts'
import { createEventLoop } from './loop.ts'
import type { BuyerBehaviour, CreateSandbox, SandboxOptions, SessionCadence } from './options.ts'
import { createOutages } from './outages.ts'
import { overtake } from './overtaking.ts'
import { randomOf } from './random.ts'
import { refundImage } from './refund-images.ts'
import { createSandboxServer } from './server.ts'
import { statementFile } from './statement.ts'
import { openDocumentStore } from './store.ts'

const DEFAULT_BEHAVIOUR: BuyerBehaviour = {
  bid: true,
  shop: true,
  defaultShare: 0.06,
  refundShare: 0.08,
  shopEveryMs: 6 * HOUR_MS,
  keepGoodsShare: 0,
  reviewWithinMs: MINUTE_MS,
}

const DEFAULT_SESSIONS: SessionCadence = {
  everyMs: 2 * HOUR_MS,
  sealedLengthMs: 90 * MINUTE_MS,
  openLengthMs: AUCTION_CLOCKS.openSessionMs,
  cutOffMs: AUCTION_CLOCKS.listingCutOffMs,
}

/**
 * A stand-in marketplace: speaks the platform's protocol over HTTP, runs auctions, and has buyers of its own. The same seed and the
 * same calls give the same state. Throws when the data file cannot be opened.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one state, which would otherwise be handed around
export const createSandbox: CreateSandbox = (options) => {
  const { clock, log, host = '127.0.0.1' } = options
  const store = openDocumentStore(options.dataFile)
  clock.advanceTo(store.get('clock', 'clock')?.virtualMs ?? 0)
  const faults = createFaultPlan((name) => randomOf(options.seed, name))
  const outages = createOutages(
    clock,
    {
      close: () => server.close(),
      reopen: async () => {
        await server.listen()
      },
    },
    (error) => log.error({ error }, 'the sandbox could not come back from an outage'),
  )
  const loop = createEventLoop({
    store,
    clock,
    log,
    handle: (event) => {
      if (event.type === 'lateCall') answer(incomingCall(event))
      else handleEvent(context, event)
    },
    deliver:
      options.deliver ??
      createDelivery({
        appKey: options.appKey,
        appSecret: options.appSecret,
        ownSellerId: options.ownSellerId,
        timeoutMs: options.pushTimeoutMs ?? PUSH_TIMEOUT_MS,
        wallNow: () => clock.wallNow(),
        faults: faults.standing,
        log,
      }),
    heldUntilMs: outages.endsAtMs,
    retryDelaysMs: PUSH_RETRY_DELAYS_MS,
  })
  let url = ''
  let behaviour: BuyerBehaviour = { ...DEFAULT_BEHAVIOUR, ...options.behaviour }
  const context: SandboxContext = {
    store,
    seed: options.seed,
    nowMs: () => loop.nowMs(),
    schedule: (dueMs, event) => {
      loop.schedule(dueMs, event)
    },
    push: createPushPlan(loop, options.pushUrl, faults.standing),
    random: (name) => randomOf(options.seed, name),
    nextId: (counter) => takeNextId(store, counter),
    behaviour: () => behaviour,
    sessions: checkedSessions(options),
    origin: () => (url === '' ? `http://${host}:${options.port}` : url),
    takeOrderedFailure: faults.takePublishFailure,
  }
  const control = createControl({
    context,
    loop,
    clock,
    faults,
    outages,
    setBehaviour(changes) {
      behaviour = { ...behaviour, ...changes }
    },
  })
  const { appKey, appSecret, ownSellerId } = options
  const gate = { appKey, appSecret, ownSellerId, wallNow: () => clock.wallNow() }
  const answer = (call: IncomingCall) => answerCall(context, gate, call)
  const server = createSandboxServer({
    host,
    port: options.port,
    faults,
    outage: outages.current,
    log,
    answer,
    overtake: (by, call) => overtake(context, by, bodyOf(call)),
    answerLater: (call, delayMs) => {
      const body = new TextDecoder().decode(call.rawBody)
      const event = { type: 'lateCall' as const, path: call.path, query: call.query.toString(), body }
      store.transaction(() => context.schedule(context.nowMs() + delayMs, event))
    },
    page: (url) =>
      buyerPage(context, url) ??
      refundImage(context, url) ??
      statementFile(context, url) ??
      consentPage(context, url, options.redirectOrigins),
    form: (url, rawBody) => answerConsent(context, url, rawBody, options.redirectOrigins),
    control: options.httpControl === true ? createControlApi(control) : null,
  })
  return {
    get url() {
      return url
    },
    control,
    answer,
    async start() {
      url = await server.listen()
      loop.run()
      log.info({ url }, 'the sandbox marketplace is open')
    },
    async stop() {
      outages.cancel()
      await server.close()
      await loop.halt()
      store.close()
    },
  }
}

const incomingCall = (event: { path: string; query: string; body: string }): IncomingCall => ({
  path: event.path,
  query: new URLSearchParams(event.query),
  rawBody: new TextEncoder().encode(event.body),
})

function bodyOf({ rawBody }: IncomingCall): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(rawBody))
  } catch {
    return null
  }
}

function checkedSessions(options: SandboxOptions): SessionCadence {
  const sessions = { ...DEFAULT_SESSIONS, ...options.sessions }
  // Two digits number the sessions of a day.
  if (sessions.everyMs < 15 * MINUTE_MS) throw new RangeError('sessions must be at least 15 minutes apart')
  return sessions
}
