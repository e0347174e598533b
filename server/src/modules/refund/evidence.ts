import { id } from '@huanji/contract/shapes'
import * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import { Refusal } from '../../errors/refusal.ts'
import {
  fetchFromOutside,
  fetchPicture,
  type PictureAccess,
  PictureRefused,
  PictureUnavailable,
} from '../../integration/marketplace/pictures.ts'
import type { JobAttempt, JobHandlers, JobServices } from '../../jobs/job.ts'
import { makePictures } from '../../storage/image-processes.ts'
import { photoKeys } from '../inspection/photo/saving.ts'
import { EVIDENCE_JOB, wakeEvidence } from './evidence-job.ts'
import { evidenceToFetch, type KeptPicture, setEvidence, setEvidenceProblem } from './photo-store.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 10 * 1024 * 1024
/** Whatever a buyer has sent is looked at; a single dot is no picture. */
const LONG_EDGE_MIN_PX = 16

const AWAY = '暂时无法获取图片，请稍后重新获取'
const NO_PICTURE = '图片格式不支持或文件已损坏'

/** Asks once more for the buyer's pictures that could not be fetched. */
export async function fetchEvidenceAgain(tx: Tx, refundId: string, now: Date): Promise<void> {
  const missing = await evidenceToFetch(tx, refundId)
  if (missing.length === 0) return
  await setEvidenceProblem(
    tx,
    missing.map(({ pictureId }) => pictureId),
    '',
  )
  await wakeEvidence(tx, refundId, now)
}

interface Picture {
  readonly pictureId: string
  readonly sourceUrl: string
}

/** Fetches one picture and keeps it, made anew: what the browser shows is ours. @throws as `fetchPicture`; Refusal for what is no picture */
async function keep(
  { settings, storage }: JobServices,
  merchantId: string,
  { pictureId, sourceUrl }: Picture,
  fetch: PictureAccess['fetch'],
): Promise<KeptPicture> {
  const access = { sources: settings.pictures, fetch, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }
  const bytes = await fetchPicture(sourceUrl, access)
  const { s3, dataFolder, secret } = settings
  const key = `merchant/${merchantId}/upload/${pictureId}`
  await storage.write(key, bytes, 'application/octet-stream')
  try {
    const keys = photoKeys(merchantId, pictureId)
    const parts = [{ key, bytes: bytes.length }]
    const files = { s3, dataFolder, secret }
    const made = await makePictures({ files, parts, ...keys, longEdgeMinPx: LONG_EDGE_MIN_PX })
    if (made === null) throw new PictureUnavailable('a picture that was fetched is gone')
    const { width, height, sizeBytes } = made
    return { ...keys, width, height, sizeBytes }
  } finally {
    await storage.remove(key)
  }
}

/** Why a picture will not be had, for a person to read; null where another try may help. */
function problemOf(error: unknown): string | null {
  if (error instanceof PictureRefused) return error.message
  return error instanceof Refusal ? NO_PICTURE : null
}

const payload = z.object({ refundId: id })

/**
 * Fetches the buyer's pictures of a case that were not fetched yet. Each is kept or says why not by itself; those that cannot be
 * reached just now are tried again with the job, and in the end say so.
 */
export const fetchEvidence =
  (fetch: PictureAccess['fetch']) =>
  async ({ merchantId, isLast, ...job }: JobAttempt, services: JobServices): Promise<void> => {
    const { refundId } = payload.parse(job.payload)
    const { db } = services
    let failure: unknown = null
    for (const picture of await db.tenant(merchantId, (tx) => evidenceToFetch(tx, refundId))) {
      try {
        const kept = await keep(services, merchantId, picture, fetch)
        await db.tenant(merchantId, (tx) => setEvidence(tx, picture.pictureId, kept))
      } catch (error) {
        const problem = problemOf(error) ?? (isLast ? AWAY : null)
        if (problem === null) failure = error
        else await db.tenant(merchantId, (tx) => setEvidenceProblem(tx, [picture.pictureId], problem))
      }
    }
    if (failure !== null) throw failure
  }

export const refundJobs: JobHandlers = { [EVIDENCE_JOB]: fetchEvidence(fetchFromOutside) }
