import type { CallSpec, OutputOf } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls'
import type { Envelope } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { PRODUCT_STATUS } from '@huanji/marketplace/protocol/products'
import { classifyPush } from '@huanji/marketplace/protocol/pushes'
import type { PushEvent } from '@huanji/marketplace/sandbox/events'
import type { Sandbox } from '@huanji/marketplace/sandbox/options'
import type { OneTransaction } from '../database/one-transaction.ts'
import { db } from '../database/query.ts'
import { NEVER_LEFT } from '../gateway/client-left.ts'
import { coverContract } from '../gateway/coverage.ts'
import { executeCall } from '../gateway/execute-call.ts'
import { createRates } from '../gateway/rates.ts'
import { fetchEntrySnapshot } from '../integration/marketplace/fetch.ts'
import type { JobServices } from '../jobs/job.ts'
import { OUTBOX_TOPIC, type OutboxPartition } from '../jobs/outbox/store.ts'
import { EXPORT_JOB } from '../modules/export/commands.ts'
import { commitPhotos, photoKeys } from '../modules/inspection/photo/saving.ts'
import { findRecord } from '../modules/inspection/store.ts'
import { groups, jobHandlers, keyAccess } from '../modules.ts'
import type { Actor } from '../platform/actor.ts'
import { later } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { normaliseImage } from '../storage/images.ts'
import { takeProductResult } from '../sync/curated-listing.ts'
import { refreshProduct } from '../sync/product-snapshot.ts'
import { refreshEntry, refreshOrder, type SellerAtWork } from '../sync/refresh.ts'
import { drawingOf, type PhotoLook, photoOf } from './placeholder-photos.ts'
import type { Photo, ProductAccess } from './steps.ts'

/** Nobody's browser: the calls are made within the server. */
const REQUEST = { requestId: '', ip: '127.0.0.1', userAgent: '' }
const FORM_MS = 10 * 60_000

/** The calls, made within the process, and the work on files that goes on beside them. */
export interface InProcessAccess extends ProductAccess {
  /** Draws what is going to be photographed. */
  drawAhead(looks: readonly PhotoLook[]): Promise<void>
  /** Waits until every file is stored. */
  filesStored(): Promise<void>
}

/** Makes calls without a network, a session, an idempotency key or a queue; photos come ready-made. */
export function accessInProcess(services: JobServices, { takeSignals }: OneTransaction): InProcessAccess {
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
  const images = new Map<string, Promise<Image>>()
  const imageOf = (look: PhotoLook): Promise<Image> => {
    const drawing = drawingOf(look)
    const image = images.get(drawing) ?? develop(drawing)
    images.set(drawing, image)
    return image
  }
  let stored: Promise<unknown> = Promise.resolve()

  return {
    call: async <S extends CallSpec>(by: Actor, spec: S, payload: unknown) => {
      const handler = bound.get(spec.path)
      if (handler === undefined) throw new Error(`${spec.path} has no handler`)
      callers.set(by.employeeId, by)
      const { employeeId, merchantId, phone: loginPhone } = by
      const login = { loginToken: '', loginPhone, employeeId, merchantId }
      const text = await executeCall(dependencies, handler, {
        login,
        apiKey: null,
        isProgram: false,
        keyProblem: '',
        payload,
        key: null,
        request: REQUEST,
        isOwnVisitor: true,
        left: NEVER_LEFT,
      })
      const { _errCode, _bizErrCode, _errStr, _data } = JSON.parse(text) as Envelope<OutputOf<S>>
      if (_errCode !== ERR.ok || _data === null) throw new Error(`${spec.path}: ${_errCode} ${_bizErrCode} ${_errStr}`)
      return _data
    },
    savePhotos: async (by, photoTaskId, photos) => {
      const files = await Promise.all(photos.map(async ({ look }) => fileOf(by.merchantId, await imageOf(look))))
      stored = stored.then(() => Promise.all(files.map((file) => store(services, file))))
      // `filesStored` tells of a failure; until it is asked, nobody else listens
      stored.catch(() => undefined)
      await savePhotos(services, by, photoTaskId, photos, files)
    },
    deliver: async () => {
      // what a job wakes is done as well
      for (let woken = takeSignals(OUTBOX_TOPIC); woken.length > 0; woken = takeSignals(OUTBOX_TOPIC)) {
        for (const detail of woken) await runJobsOf(services, JSON.parse(detail) as OutboxPartition)
      }
    },
    drawAhead: async (looks) => {
      // one after the other: whoever needs a picture now does not wait for all of them
      for (const look of looks) await imageOf(look)
    },
    filesStored: async () => {
      await stored
    },
  }
}

/** What tells the marketplace of requests, and what makes files; the rest of the jobs clears up. */
const isDone = (kind: string): boolean => kind.startsWith('reconcile.') || kind === EXPORT_JOB

/** Runs the jobs of an aggregate that wait, as the queue's worker does. */
async function runJobsOf(services: JobServices, { merchantId, aggregate }: OutboxPartition): Promise<void> {
  const waiting = db
    .selectFrom('outbox')
    .select(['id', 'kind', 'payload'])
    .where('merchantId', '=', merchantId)
    .where('aggregate', '=', aggregate)
    .where('state', '=', 'pending')
    .orderBy('sequence')
  const jobs = await services.db.tenant(merchantId, (tx) => tx.rows(waiting))
  for (const { id, kind, payload } of jobs.filter((job) => isDone(job.kind))) {
    const handler = jobHandlers[kind]
    if (handler === undefined) throw new Error(`nothing does ${kind}`)
    const run = typeof handler === 'function' ? handler : handler.run
    const done = db
      .updateTable('outbox')
      .set({ state: 'delivered', attempts: 1, finishedAt: services.clock.now() })
      .where('merchantId', '=', merchantId)
      .where('id', '=', id)
    await services.db.tenant(merchantId, (tx) => tx.run(done))
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

/** Puts photos on a record as `saveRealPhoto` and `extDefPhoto.save` do once the pictures are sent, all in one go. */
async function savePhotos(
  services: JobServices,
  actor: Actor,
  photoTaskId: string,
  photos: readonly Photo[],
  files: readonly PhotoFile[],
): Promise<void> {
  const now = services.clock.now()
  const { merchantId, employeeId } = actor
  await services.db.tenant(merchantId, async (tx) => {
    const record = await findRecord(tx, { photoTaskId })
    if (record === null) throw new Error('there is no such photo task')
    const { inspectionId, report } = record
    const uploads = files.map(({ uploadId: id, storageKey, sentBytes: sizeBytes }) => ({
      ...{ merchantId, id, inspectionId, storageKey, contentType: 'image/jpeg', sizeBytes },
      ...{ expiresAt: later(now, FORM_MS), savedAt: now, createdBy: employeeId, createdAt: now },
    }))
    const rows = files.map(({ uploadId: id, fullKey, thumbKey, width, height, sizeBytes, sha256 }, index) => {
      const shows = photos[index]?.shows ?? { position: '' }
      const position = 'position' in shows ? shows.position : null
      const internal = report.shots.find(({ code }) => code === position)?.internal ?? false
      const kind: 'real' | 'defect' = position === null ? 'defect' : 'real'
      return {
        ...{ merchantId, id, inspectionId, kind, internal, position, itemCode: null, optionCode: null, ...shows },
        ...{ fullKey, thumbKey, width, height, sizeBytes, sha256, takenBy: employeeId, takenAt: now },
      }
    })
    await tx.run(db.insertInto('photoUpload').values(uploads))
    await tx.run(db.insertInto('photo').values(rows))
    const context = { tx, actor, now, services, request: REQUEST, audit: () => undefined }
    const nothingMore = { photoTaskId, kind: 'real', photos: [], removePhotoIds: [] } as const
    await commitPhotos(context, nothingMore, [])
  })
}

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
