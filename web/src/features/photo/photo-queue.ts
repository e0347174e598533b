import { ERR } from '@huanji/contract/errors'
import { isDefinite } from '../../api/idempotency-key.ts'
import { ApiRefusal, isRefusal, keptText } from '../../api/refusal.ts'
import type { PhotoDoubt } from './photo-check.ts'
import type { PhotoSubject } from './photo-subject.ts'
import type { Resuming } from './send-picture.ts'

/**
 * waiting → shrinking → uploading → saving → gone. One that may be of no use stops as `doubtful` for the person to
 * decide; a failure waits for 重试, or for the network.
 */
type PhotoStep = 'waiting' | 'shrinking' | 'doubtful' | 'uploading' | 'saving' | 'failed'

/** One photograph on its way to the server. */
export interface QueuedPhoto {
  readonly key: string
  readonly photoTaskId: string
  readonly subject: PhotoSubject
  readonly step: PhotoStep
  /** 0–1 while uploading. */
  readonly progress: number
  /** What to do about a failure; empty otherwise. */
  readonly error: string
  /** It failed for what it is: only another picture helps. */
  readonly isUnusable: boolean
  /** Why it is doubtful; null otherwise. */
  readonly doubt: PhotoDoubt | null
  /** Shows the picture before the server has it. */
  readonly previewUrl: string
}

/** True while a photograph goes on by itself: neither failed nor waiting for a decision. */
export const isOnItsWay = ({ step }: QueuedPhoto): boolean => step !== 'failed' && step !== 'doubtful'

/** What outlives a reload: the picture itself, where it belongs, and how far it has come. */
export interface StoredPhoto {
  readonly key: string
  readonly photoTaskId: string
  readonly subject: PhotoSubject
  readonly picture: Blob
  readonly isShrunk: boolean
  /** What the person has not decided about yet. */
  readonly doubt: PhotoDoubt | null
  /** The upload that was begun: it goes on with the parts that are missing. */
  readonly uploadId: string | null
  /** Every part has arrived; only saving is left. */
  readonly isSent: boolean
}

/** Where pictures wait between being taken and being saved; the browser's own store outlives a reload. */
export interface PhotoStore {
  readonly put: (photo: StoredPhoto) => Promise<void>
  readonly remove: (key: string) => Promise<void>
  readonly all: () => Promise<StoredPhoto[]>
}

/** A picture as the server wants it, and what the person should look at before it goes. */
export interface PreparedPicture {
  readonly picture: Blob
  readonly doubt: PhotoDoubt | null
}

/** What the queue does with a picture, step by step; each may throw, and is tried anew by 重试. */
export interface PhotoWork<Result> {
  /** Makes a JPEG that is not larger than the server keeps, and looks at it. @throws PictureFault with what to do */
  readonly prepare: (picture: Blob, subject: PhotoSubject) => Promise<PreparedPicture>
  /** Sends it to the storage, going on with an upload that was begun. Gives the upload's id. */
  readonly upload: (
    photoTaskId: string,
    picture: Blob,
    onProgress: (share: number) => void,
    resuming: Resuming,
  ) => Promise<string>
  /** Puts the upload on its record. */
  readonly save: (photoTaskId: string, subject: PhotoSubject, uploadId: string) => Promise<Result>
  readonly newId: () => string
  readonly previewOf: (picture: Blob) => string
  readonly dropPreview: (url: string) => void
}

/** So many photographs are on their way at once (docs/domain.md §4.3). */
export const AT_ONCE = 3

interface Job {
  /** `uploadId` and `isSent` are kept between tries: what arrived is not sent again, and a save that may have arrived is repeated as it was. */
  photo: StoredPhoto
  view: QueuedPhoto
  /** It failed for want of a network, and goes on by itself when there is one again. */
  isLost: boolean
}

const NEW = { isShrunk: false, doubt: null, uploadId: null, isSent: false } as const

/**
 * The photographs on their way, three at a time, whatever page is open. One shot has one photograph: a newer one takes
 * the place of an older one that still waits. What fails keeps its picture and waits for 重试, or for the network; what
 * was not finished when the page went goes on with `resume`, from the part that it had come to.
 */
export class PhotoQueue<Result> {
  private readonly jobs = new Map<string, Job>()
  private readonly listeners = new Set<() => void>()
  private readonly savedListeners = new Set<(photo: QueuedPhoto, result: Result) => void>()
  private snapshot: readonly QueuedPhoto[] = []
  private running = 0
  /** The store is written to in order: what was given up must not be put back. */
  private storing: Promise<unknown> = Promise.resolve()
  private readonly work: PhotoWork<Result>
  private readonly store: PhotoStore

  constructor(work: PhotoWork<Result>, store: PhotoStore) {
    this.work = work
    this.store = store
  }

  /** Takes a picture on. */
  add(photoTaskId: string, subject: PhotoSubject, picture: Blob): void {
    if (subject.kind === 'real') this.dropOlder(photoTaskId, subject.position)
    this.take({ key: this.work.newId(), photoTaskId, subject, picture, ...NEW }, true)
  }

  /** Goes on with what an earlier page left unfinished, and with what was lost with the network. */
  async resume(): Promise<void> {
    this.retryLost()
    for (const photo of await this.store.all()) if (!this.jobs.has(photo.key)) this.take({ ...NEW, ...photo }, false)
  }

  /** Tries a failed photograph again. */
  retry(key: string): void {
    const job = this.jobs.get(key)
    if (job?.view.step === 'failed') this.goOn(job)
  }

  /** Tries those again that failed for want of a network. Gives whether there were any. */
  retryLost(): boolean {
    const lost = [...this.jobs.values()].filter((job) => job.view.step === 'failed' && job.isLost)
    for (const job of lost) this.goOn(job)
    return lost.length > 0
  }

  /** Sends a doubtful photograph all the same. */
  accept(key: string): void {
    const job = this.jobs.get(key)
    if (job?.view.step !== 'doubtful') return
    this.keep(job, { doubt: null })
    this.goOn(job)
  }

  /** Gives a photograph up that is not being saved at this moment. */
  drop(key: string): void {
    const job = this.jobs.get(key)
    if (job) this.forget(job)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Every photograph on its way, oldest first; the same array until something changes. */
  readonly photos = (): readonly QueuedPhoto[] => this.snapshot

  /** Told of every photograph that the server has taken. */
  onSaved(listener: (photo: QueuedPhoto, result: Result) => void): () => void {
    this.savedListeners.add(listener)
    return () => this.savedListeners.delete(listener)
  }

  private dropOlder(photoTaskId: string, position: string): void {
    for (const job of this.jobs.values()) {
      const { subject } = job.photo
      const isSame = job.photo.photoTaskId === photoTaskId && subject.kind === 'real' && subject.position === position
      if (isSame && job.view.step !== 'saving') this.forget(job)
    }
  }

  private take(photo: StoredPhoto, isNew: boolean): void {
    const { key, photoTaskId, subject } = photo
    const previewUrl = this.work.previewOf(photo.picture)
    const shown = { step: 'waiting', progress: 0, error: '', isUnusable: false, doubt: null, previewUrl } as const
    const job: Job = { photo, view: { key, photoTaskId, subject, ...shown }, isLost: false }
    this.jobs.set(key, job)
    if (isNew) this.keep(job, {})
    this.publish()
    this.pump()
  }

  private goOn(job: Job): void {
    job.isLost = false
    this.show(job, { step: 'waiting', error: '', isUnusable: false, doubt: null, progress: 0 })
    this.pump()
  }

  private pump(): void {
    for (const job of this.jobs.values()) {
      if (this.running >= AT_ONCE) return
      if (job.view.step !== 'waiting') continue
      this.running += 1
      this.show(job, { step: 'shrinking' })
      void this.run(job).finally(() => {
        this.running -= 1
        this.pump()
      })
    }
  }

  private async run(job: Job): Promise<void> {
    try {
      await this.prepare(job)
      if (!this.isWanted(job)) return
      const { doubt } = job.photo
      if (doubt) return this.show(job, { step: 'doubtful', doubt })
      const uploadId = await this.send(job)
      if (!this.isWanted(job)) return
      this.show(job, { step: 'saving', progress: 1 })
      const { photoTaskId, subject } = job.photo
      const result = await this.work.save(photoTaskId, subject, uploadId)
      this.forget(job)
      for (const listener of this.savedListeners) listener(job.view, result)
    } catch (error) {
      if (this.isWanted(job)) this.fail(job, error)
    }
  }

  private fail(job: Job, error: unknown): void {
    // An upload that the server refused, or does not know any more, has to be sent anew; a link that ended says nothing of it.
    if (isDefinite(error) && !isRefusal(error, 'PHOTO_LINK_INVALID')) this.keep(job, { uploadId: null, isSent: false })
    job.isLost = mayPass(error)
    this.show(job, {
      step: 'failed',
      error: sentenceOf(error, job.photo.picture),
      isUnusable: error instanceof PictureFault,
    })
  }

  private async prepare(job: Job): Promise<void> {
    if (job.photo.isShrunk) return
    const { picture, doubt } = await this.work.prepare(job.photo.picture, job.photo.subject)
    this.keep(job, { picture, doubt, isShrunk: true })
  }

  private async send(job: Job): Promise<string> {
    const { photoTaskId, picture, uploadId, isSent } = job.photo
    if (isSent && uploadId !== null) return uploadId
    this.show(job, { step: 'uploading', progress: 0 })
    const resuming = { uploadId, keep: (begun: string) => this.keep(job, { uploadId: begun }) }
    const sent = await this.work.upload(photoTaskId, picture, (progress) => this.show(job, { progress }), resuming)
    this.keep(job, { uploadId: sent, isSent: true })
    return sent
  }

  private isWanted(job: Job): boolean {
    return this.jobs.get(job.photo.key) === job
  }

  /** Notes how far a picture has come, for a later page too. A full or forbidden store costs only what a reload would have kept. */
  private keep(job: Job, change: Partial<StoredPhoto>): void {
    job.photo = { ...job.photo, ...change }
    const { photo } = job
    if (this.isWanted(job)) this.write(() => this.store.put(photo))
  }

  private forget(job: Job): void {
    this.jobs.delete(job.photo.key)
    this.work.dropPreview(job.view.previewUrl)
    this.write(() => this.store.remove(job.photo.key))
    this.publish()
  }

  private write(change: () => Promise<void>): void {
    this.storing = this.storing.then(change).catch(() => {})
  }

  private show(job: Job, change: Partial<QueuedPhoto>): void {
    job.view = { ...job.view, ...change }
    if (this.isWanted(job)) this.publish()
  }

  private publish(): void {
    this.snapshot = [...this.jobs.values()].map((job) => job.view)
    for (const listener of this.listeners) listener()
  }
}

/** A picture that cannot be used says why itself. */
export class PictureFault extends Error {}

/** A lost line or a busy server: another try may go through, though not before somebody signs in again. */
function mayPass(error: unknown): boolean {
  if (error instanceof PictureFault || isDefinite(error)) return false
  return !(error instanceof ApiRefusal && error.errCode === ERR.sessionInvalid)
}

/** What went wrong; a picture that cannot be used names its file, as one of several that were chosen together. */
function sentenceOf(error: unknown, picture: Blob): string {
  if (!(error instanceof PictureFault)) return keptText(error, '恢复后自动续传')
  return picture instanceof File && picture.name !== '' ? `${picture.name}：${error.message}` : error.message
}
