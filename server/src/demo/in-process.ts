import type { OutputOf } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls'
import type { Envelope } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { PRODUCT_STATUS } from '@huanji/marketplace/protocol/products'
import { classifyPush } from '@huanji/marketplace/protocol/pushes'
import type { PushEvent } from '@huanji/marketplace/sandbox/events'
import type { Sandbox } from '@huanji/marketplace/sandbox/options'
import type { OneTransaction } from '../database/one-transaction.ts'
import { NEVER_LEFT } from '../gateway/client-left.ts'
import { coverContract } from '../gateway/coverage.ts'
import { executeCall } from '../gateway/execute-call.ts'
import { createRates } from '../gateway/rates.ts'
import { fetchEntrySnapshot } from '../integration/marketplace/fetch.ts'
import type { JobServices } from '../jobs/job.ts'
import { OUTBOX_TOPIC, type OutboxPartition } from '../jobs/outbox/store.ts'
import { EXPORT_JOB } from '../modules/export/commands.ts'
import { commitPhotos, photoKeys } from '../modules/inspection/photo/saving.ts'
import { insertUpload } from '../modules/inspection/photo/store.ts'
import { findRecord } from '../modules/inspection/store.ts'
import { groups, jobHandlers, keyAccess } from '../modules.ts'
import type { Actor } from '../platform/actor.ts'
import { later } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { normaliseImage } from '../storage/images.ts'
import { takeProductResult } from '../sync/curated-listing.ts'
import { refreshProduct } from '../sync/product-snapshot.ts'
import { refreshEntry, refreshOrder, type SellerAtWork } from '../sync/refresh.ts'
import { finishJob, waitingJobs } from './demo-store.ts'
import { drawingOf, type PhotoLook, photoOf } from './placeholder-photos.ts'
import type { ProductAccess } from './steps.ts'
import type { Caller, Photo } from './trade/person.ts'

/** The calls are made within the server. */
const NOBODYS_BROWSER = {
  apiKey: null,
  isProgram: false,
  keyProblem: '',
  key: null,
  request: { requestId: '', ip: '127.0.0.1', userAgent: '' },
  isOwnVisitor: true,
  left: NEVER_LEFT,
}
const FORM_MS = 10 * 60_000

/** The calls, made within the process, and the work on files that goes on beside them. */
export interface InProcessAccess extends ProductAccess {
  /** Draws what is going to be photographed. */
  drawAhead(looks: readonly PhotoLook[]): Promise<void>
  /** Waits until every file is stored. */
  filesStored(): Promise<void>
}

/** Makes calls without a network, a session, an idempotency key or a queue; photos come ready-made. */
export function accessInProcess(
  services: JobServices,
  { takeSignals }: Pick<OneTransaction, 'takeSignals'>,
): InProcessAccess {
  const callAs = callerWithin(services)
  const images = new Map<string, Promise<Image>>()
  const imageOf = (look: PhotoLook): Promise<Image> => {
    const drawing = drawingOf(look)
    const image = images.get(drawing) ?? develop(drawing)
    images.set(drawing, image)
    return image
  }
  let stored: Promise<unknown> = Promise.resolve()

  async function deliver(): Promise<void> {
    // what a job wakes is done as well
    for (let woken = takeSignals(OUTBOX_TOPIC); woken.length > 0; woken = takeSignals(OUTBOX_TOPIC)) {
      for (const detail of woken) await runJobsOf(services, JSON.parse(detail) as OutboxPartition)
    }
  }

  return {
    as: (actor) => ({
      call: callAs(actor),
      savePhotos: async (photoTaskId, photos) => {
        const taken = await Promise.all(
          photos.map(async ({ look, shows }) => ({ file: fileOf(actor.merchantId, await imageOf(look)), shows })),
        )
        stored = stored.then(() => Promise.all(taken.map(({ file }) => store(services, file))))
        // `filesStored` tells of a failure; until it is asked, nobody else listens
        stored.catch(() => undefined)
        await savePhotos(services, actor, photoTaskId, taken)
      },
      pause: deliver,
    }),
    deliver,
    drawAhead: async (looks) => {
      // one after the other: whoever needs a picture now does not wait for all of them
      for (const look of looks) await imageOf(look)
    },
    filesStored: async () => {
      await stored
    },
  }
}

/** Makes calls as the chain of the gateway does, in the name of an actor. */
function callerWithin(services: JobServices): (actor: Actor) => Caller['call'] {
  const bound = coverContract(allCalls, groups)
  const callers = new Map<string, Actor>()
  const dependencies = {
    db: services.db,
    services,
    sessionReader: async (_tx: unknown, { employeeId }: { employeeId: string }) => callers.get(employeeId) ?? null,
    keyAccess,
    keyUsage: { note: () => undefined, flush: async () => undefined },
    rates: createRates(services.clock, 0),
    checksOutput: false,
  }
  return (actor) => async (spec, payload) => {
    const handler = bound.get(spec.path)
    if (handler === undefined) throw new Error(`${spec.path} has no handler`)
    const { employeeId, merchantId, phone: loginPhone } = actor
    callers.set(employeeId, actor)
    const text = await executeCall(dependencies, handler, {
      ...NOBODYS_BROWSER,
      login: { loginToken: '', loginPhone, employeeId, merchantId },
      payload,
    })
    const { _errCode, _bizErrCode, _errStr, _data } = JSON.parse(text) as Envelope<OutputOf<typeof spec>>
    if (_errCode !== ERR.ok || _data === null) throw new Error(`${spec.path}: ${_errCode} ${_bizErrCode} ${_errStr}`)
    return _data
  }
}

/** What tells the marketplace of requests, and what makes files; the rest of the jobs clears up. */
const isDone = (kind: string): boolean => kind.startsWith('reconcile.') || kind === EXPORT_JOB

/** Runs the jobs of an aggregate that wait, as the queue's worker does. */
async function runJobsOf(services: JobServices, { merchantId, aggregate }: OutboxPartition): Promise<void> {
  const { db, clock } = services
  const jobs = await db.tenant(merchantId, (tx) => waitingJobs(tx, aggregate))
  for (const { id, kind, payload } of jobs.filter((job) => isDone(job.kind))) {
    const handler = jobHandlers[kind]
    if (handler === undefined) throw new Error(`nothing does ${kind}`)
    const run = typeof handler === 'function' ? handler : handler.run
    await db.tenant(merchantId, (tx) => finishJob(tx, id, clock.now()))
    await run({ merchantId, id, kind, payload, attempt: 1, isLast: true }, services)
  }
}

/** A picture made safe, as an upload is. */
async function develop(drawing: string) {
  const sent = await photoOf(drawing)
  return { ...(await normaliseImage(sent)), sentBytes: sent.length }
}

type Image = Awaited<ReturnType<typeof develop>>
type PhotoFile = ReturnType<typeof fileOf>

/** A picture under the names that an upload would have. */
function fileOf(merchantId: string, image: Image) {
  const uploadId = newId()
  const storageKey = `merchant/${merchantId}/upload/${uploadId}`
  return { ...image, uploadId, storageKey, ...photoKeys(merchantId, uploadId), sizeBytes: image.full.length }
}

async function store({ storage }: JobServices, { full, fullKey, thumb, thumbKey }: PhotoFile): Promise<void> {
  await storage.write(fullKey, full, 'image/jpeg')
  await storage.write(thumbKey, thumb, 'image/webp')
}

/** Puts photos on a record as `saveRealPhoto` and `defectPhoto.save` do once the pictures are sent. */
async function savePhotos(
  services: JobServices,
  actor: Actor,
  photoTaskId: string,
  taken: readonly { readonly file: PhotoFile; readonly shows: Photo['shows'] }[],
): Promise<void> {
  const now = services.clock.now()
  const { merchantId, employeeId } = actor
  await services.db.tenant(merchantId, async (tx) => {
    const { inspectionId } = (await findRecord(tx, { photoTaskId })) ?? { inspectionId: '' }
    for (const { file } of taken) {
      const { uploadId, storageKey, sentBytes: sizeBytes } = file
      const form = { uploadId, owner: { inspectionId }, storageKey, contentType: 'image/jpeg', sizeBytes }
      await insertUpload(tx, { ...form, expiresAt: later(now, FORM_MS), employeeId, now })
    }
    for (const kind of ['real', 'defect'] as const) {
      const own = taken.filter(({ shows }) => 'position' in shows === (kind === 'real'))
      if (own.length === 0) continue
      const photos = own.map(({ file, shows }) => ({ ...NO_SUBJECT, ...shows, uploadId: file.uploadId }))
      const prepared = own.map(({ file }) => ({ ...file, sentKeys: [] }))
      await commitPhotos({ tx, actor, now, services }, { photoTaskId, kind, photos, removePhotoIds: [] }, prepared)
    }
  })
}

const NO_SUBJECT = { position: null, itemCode: null, optionCode: null, remark: '' }

/** Calls the sandbox without a network. */
export const fetchFrom =
  (sandbox: Sandbox): typeof fetch =>
  async (address, init) => {
    const { pathname: path, searchParams: query } = new URL(String(address))
    const answer = sandbox.answer({ path, query, rawBody: Buffer.from(String(init?.body ?? '')) })
    return new Response(JSON.stringify(answer))
  }

/** Entries in these states have an order, whose own message comes at the same moment. */
const WITH_ORDER: readonly string[] = ['won', 'closed', 'defaulted']

/** Takes up a message of the sandbox as the inbox's worker does, those left out that say nothing more than another. */
export async function takePush(services: JobServices, seller: SellerAtWork, { body }: PushEvent): Promise<void> {
  const push = classifyPush(body)
  if (push?.kind === 'order') await refreshOrder(services, seller, push.body.order_no)
  if (push?.kind === 'entry' && !WITH_ORDER.includes(push.body.status)) {
    const ids = { entryId: '', remoteEntryId: String(push.body.entry_id) }
    const snapshot = await fetchEntrySnapshot(services.marketplace, seller.sellerId, ids)
    if (snapshot) await refreshEntry(services, seller, snapshot)
  }
  if (push?.kind === 'productResult') {
    await takeProductResult(services, seller, push.body)
    await refreshProduct(services, seller, String(push.body.product_id))
  }
  // a product that is gone can be asked for no more
  if (push?.kind === 'product' && push.body.product_status !== PRODUCT_STATUS.deleted) {
    await refreshProduct(services, seller, String(push.body.product_id))
  }
}
