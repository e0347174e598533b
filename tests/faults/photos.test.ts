import path from 'node:path'
import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { photoLinks, photoPages } from '@huanji/contract/features/inspection/photo-link'
import { photoReuse } from '@huanji/contract/features/inspection/photo-reuse'
import { cleanPhone, imeiOf } from '@huanji/server/demo/trade/inspecting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, dataOf, plainClient, signIn } from '../contract/fixtures/client.ts'
import { SIGNED_OUT, send, type Target } from '../contract/gateway/target.ts'
import { noisePicture } from '../support/noise-picture.ts'
import { sendParts } from '../support/photo-sender.ts'
import { openFolder, temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess } from './gateway-process.ts'

const RECORDS = 4
/** The process is killed when so many photographs were confirmed. */
const KILLED_AT = [6, 15, 26]
/** So many photographs are on their way at once. */
const AT_ONCE = 6
const PATIENCE_MS = 170_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let gateway: GatewayProcess
let merchant: Awaited<ReturnType<typeof withMerchant>>
let target: Target
let picture: Buffer

beforeAll(async () => {
  folder = await temporaryFolder()
  const dataFolder = path.join(folder.folder, 'data')
  merchant = await withMerchant(dataFolder, '13800131009')
  gateway = await gatewayProcess({ dataFolder, settings: { HUANJI_LOG_LEVEL: 'debug' } })
  await gateway.start()
  target = { url: gateway.url, letPass: async () => {} }
  // it arrives in several parts
  picture = noisePicture(1800, 1200)
}, PATIENCE_MS)

afterAll(async () => {
  if (gateway?.isRunning) await gateway.killHard()
  await folder?.remove()
})

/** The two ways in which a photograph comes: from the station, and from a phone that has no session. */
interface Sender {
  readonly sign: (wanted: { uploadId?: string }) => Promise<OutputOf<typeof detConfig.getUploadSign>>
  readonly save: (uploadId: string, position: string) => Promise<unknown>
}

interface Photo {
  readonly sender: Sender
  readonly photoTaskId: string
  readonly position: string
  uploadId: string | undefined
  isConfirmed: boolean
}

const file = () => ({ contentType: 'image/png' as const, sizeBytes: picture.length })

const fromStation = (client: Client, photoTaskId: string): Sender => ({
  sign: (wanted) => client.call(detConfig.getUploadSign, { photoTaskId, ...file(), ...wanted }),
  save: (uploadId, position) => client.call(realPhoto.saveRealPhoto, { photoTaskId, photos: [{ uploadId, position }] }),
})

function fromPhone(token: string): Sender {
  const ask = async <S extends CallSpec>(spec: S, payload: InputOf<S>) =>
    dataOf(spec, await send(target, spec.path, SIGNED_OUT, payload))
  return {
    sign: (wanted) => ask(photoPages.sign, { token, ...file(), ...wanted }),
    save: (uploadId, position) => ask(photoPages.save, { token, uploadId, subject: { kind: 'real', position } }),
  }
}

/** Records in the middle of their inspection, each with all its compulsory shots to be taken; every other one from a phone. */
async function tasks(client: Client): Promise<{ photos: Photo[]; tokens: string[] }> {
  const photos: Photo[] = []
  const tokens: string[] = []
  for (let index = 0; index < RECORDS; index += 1) {
    const draft = cleanPhone(imeiOf('35', 7_410_000 + index), { mode: 'draft', answers: {} })
    const { photoTaskId } = await client.call(detRecord.addDetectRecord, draft)
    const { shots } = await client.call(photoReuse.getRealPhotoInfoByTaskId, { photoTaskId })
    const link = await client.call(photoLinks.create, { photoTaskId })
    const token = link.path.split('#')[1] ?? ''
    tokens.push(token)
    const sender = index % 2 === 0 ? fromStation(client, photoTaskId) : fromPhone(token)
    for (const { code } of shots.filter((shot) => shot.rule === 'must')) {
      photos.push({ sender, photoTaskId, position: code, uploadId: undefined, isConfirmed: false })
    }
  }
  return { photos, tokens }
}

/** Sends what is missing of a photograph and saves it, as a client does that keeps the upload's id. */
async function deliver(photo: Photo): Promise<void> {
  const { sender, position, uploadId } = photo
  const form = await sender.sign(uploadId === undefined ? {} : { uploadId })
  expect(form.uploadId).toBe(uploadId ?? form.uploadId)
  photo.uploadId = form.uploadId
  await sendParts(form, picture, (url, body) => fetch(new URL(url, gateway.url), { method: 'POST', body }))
  await sender.save(form.uploadId, position)
  photo.isConfirmed = true
}

/** Tries until everything is confirmed; only that nobody answers is borne. */
async function deliverAll(photos: readonly Photo[], signal: AbortSignal): Promise<void> {
  const waiting = [...photos]
  const worker = async () => {
    for (let photo = waiting.shift(); photo !== undefined; photo = waiting.shift()) {
      while (!photo.isConfirmed && !signal.aborted) {
        try {
          await deliver(photo)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** What a file that is shown begins and ends with, in hex. */
async function shown(url = ''): Promise<{ start: string; end: string }> {
  const bytes = Buffer.from(await (await fetch(new URL(url, gateway.url))).arrayBuffer())
  return { start: bytes.subarray(0, 3).toString('hex'), end: bytes.subarray(-2).toString('hex') }
}

/** Every one of these photographs is kept once, with its pictures in full. */
async function expectKept(client: Client, photos: readonly Photo[]): Promise<void> {
  for (const photoTaskId of new Set(photos.map((photo) => photo.photoTaskId))) {
    const { shots } = await client.call(photoReuse.getRealPhotoInfoByTaskId, { photoTaskId })
    for (const { position, uploadId } of photos.filter((photo) => photo.photoTaskId === photoTaskId)) {
      const kept = shots.find((shot) => shot.code === position)?.photo
      expect([position, kept?.photoId]).toEqual([position, uploadId])
      expect(await shown(kept?.url)).toMatchObject({ start: 'ffd8ff', end: 'ffd9' })
      expect(await shown(kept?.thumbUrl)).toMatchObject({ start: '524946' })
    }
  }
}

test(
  `photographs that were confirmed are kept when the process is killed ${KILLED_AT.length} times, and the others go on`,
  async () => {
    const client = plainClient(target, await signIn(target, merchant.phone, merchant.password))
    const { photos, tokens } = await tasks(client)
    const stop = new AbortController()
    const delivered = deliverAll(photos, stop.signal)
    delivered.catch(() => stop.abort())
    const lost: number[] = []
    for (const count of KILLED_AT) {
      const confirmed = () => photos.filter((photo) => photo.isConfirmed)
      while (confirmed().length < count && !stop.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 5))
      await gateway.killHard()
      const known = confirmed()
      lost.push(photos.filter((photo) => !photo.isConfirmed && photo.uploadId !== undefined).length)
      await gateway.start()
      await expectKept(client, known)
    }
    await delivered
    expect(photos.length).toBeGreaterThan(Math.max(...KILLED_AT) + AT_ONCE)
    // a kill that met nothing under way would prove nothing
    expect(Math.min(...lost)).toBeGreaterThan(0)
    await expectKept(client, photos)
    process.stdout.write(`${photos.length} photographs; under way at the kills: ${lost.join(', ')}\n`)
    expect((await gateway.terminate()).code).toBe(0)
    for (const token of tokens) expect(gateway.output()).not.toContain(token)
    await expectOnce(photos.length)
  },
  PATIENCE_MS,
)

/** Read from the tables: one photograph for each upload, and nothing that was given up. */
async function expectOnce(count: number): Promise<void> {
  const home = await openFolder(gateway.settings.HUANJI_DATA ?? '')
  try {
    const rows = async (statement: string) => (await home.ownerQuery(statement)).rows
    expect(await rows('select count(*)::int as count from photo where removed_at is null')).toEqual([{ count }])
    expect(await rows('select count(*)::int as count from photo')).toEqual([{ count }])
    expect(await rows("select kind, last_error from outbox where state = 'dead'")).toEqual([])
  } finally {
    await home.close()
  }
}
