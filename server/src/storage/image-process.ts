import { Refusal } from '../errors/refusal.ts'
import { systemClock } from '../platform/clock.ts'
import { normaliseImage } from './images.ts'
import { type ExpectedFile, joinFiles } from './join-files.ts'
import { type FileSettings, openStorage } from './open.ts'
import { type Storage, StorageUnavailable } from './storage.ts'

/** What the process is told: where files are kept, the parts of a sent file, and where its pictures go. */
export interface ImageJob {
  readonly files: FileSettings
  readonly parts: readonly ExpectedFile[]
  readonly fullKey: string
  readonly thumbKey: string
  /** In pixels; that of our own photographs where it is left out. */
  readonly longEdgeMinPx?: number
}

/** What was made of a sent file: the size of the full picture in pixels and bytes, and the digest of what was sent. */
export interface MadePictures {
  readonly width: number
  readonly height: number
  readonly sizeBytes: number
  readonly sha256: string
}

/** What it answers: null pictures where a part is missing, what a person is told, or what went wrong. */
export type FromImageProcess =
  | { readonly made: MadePictures | null }
  | { readonly refused: string }
  | { readonly unavailable: string }
  | { readonly failed: string }

let opened: { readonly name: string; readonly storage: Storage } | null = null

function storageOf(files: FileSettings): Storage {
  const name = JSON.stringify(files)
  if (opened?.name !== name) opened = { name, storage: openStorage(files, systemClock, { isThere: true }).storage }
  return opened.storage
}

async function makePictures({
  files,
  parts,
  fullKey,
  thumbKey,
  longEdgeMinPx,
}: ImageJob): Promise<MadePictures | null> {
  const storage = storageOf(files)
  const bytes = await joinFiles(storage, parts)
  if (bytes === null) return null
  const { full, thumb, width, height, sha256 } = await normaliseImage(bytes, longEdgeMinPx)
  await storage.write(fullKey, full, 'image/jpeg')
  await storage.write(thumbKey, thumb, 'image/webp')
  return { width, height, sizeBytes: full.length, sha256 }
}

async function answerTo(job: ImageJob): Promise<FromImageProcess> {
  try {
    return { made: await makePictures(job) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message }
    if (error instanceof StorageUnavailable) return { unavailable: error.message }
    return { failed: String(error) }
  }
}

process.on('message', (job: ImageJob) => {
  void answerTo(job).then((answer) => process.send?.(answer))
})
// a signal to the whole group is for whoever started it: that one lets its calls end first, and disconnects
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
// whoever started it is gone
process.on('disconnect', () => process.exit())
