import { errorText } from '../../../api/refusal.ts'

/** What a photograph shows: a shot of the list, or the defect of one item. */
export type PhotoSubject =
  | { readonly kind: 'real'; readonly position: string }
  | { readonly kind: 'defect'; readonly itemCode: string; readonly optionCode: string }

/** waiting → shrinking → uploading → saving → gone; a failure waits for 重试. */
type PhotoStep = 'waiting' | 'shrinking' | 'uploading' | 'saving' | 'failed'

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
  /** Shows the picture before the server has it. */
  readonly previewUrl: string
}

/** What outlives a reload: the picture itself, and where it belongs. */
export interface StoredPhoto {
  readonly key: string
  readonly photoTaskId: string
  readonly subject: PhotoSubject
  readonly picture: Blob
  readonly isShrunk: boolean
}

/** Where pictures wait between being taken and being saved; the browser's own store outlives a reload. */
export interface PhotoStore {
  readonly put: (photo: StoredPhoto) => Promise<void>
  readonly remove: (key: string) => Promise<void>
  readonly all: () => Promise<StoredPhoto[]>
}

/** What the queue does with a picture, step by step; each may throw, and is tried anew by 重试. */
export interface PhotoWork<Result> {
  /** A picture as the server wants it: JPEG, not larger than it keeps. @throws Error with what to do */
  readonly shrink: (picture: Blob) => Promise<Blob>
  /** Sends it to the storage. Gives the upload's id. */
  readonly upload: (photoTaskId: string, picture: Blob, onProgress: (share: number) => void) => Promise<string>
  /** Puts the upload on its record. */
  readonly save: (photoTaskId: string, subject: PhotoSubject, uploadId: string) => Promise<Result>
  readonly newId: () => string
  readonly previewOf: (picture: Blob) => string
  readonly dropPreview: (url: string) => void
}

/** So many photographs are on their way at once (docs/domain.md §4.3). */
export const AT_ONCE = 3

interface Job {
  photo: StoredPhoto
  view: QueuedPhoto
  /** Kept between tries: an upload that arrived is not sent again, and a save that may have arrived is repeated as it was. */
  uploadId: string | null
}

/**
 * The photographs on their way, three at a time, whatever page is open. One shot has one photograph: a newer one takes
 * the place of an older one that still waits. What fails keeps its picture and waits for 重试; what was not finished
 * when the page went goes on with `resume`.
 */
export class PhotoQueue<Result> {
  private readonly jobs = new Map<string, Job>()
  private readonly listeners = new Set<() => void>()
  private readonly savedListeners = new Set<(photo: QueuedPhoto, result: Result) => void>()
  private snapshot: readonly QueuedPhoto[] = []
  private running = 0
  private readonly work: PhotoWork<Result>
  private readonly store: PhotoStore

  constructor(work: PhotoWork<Result>, store: PhotoStore) {
    this.work = work
    this.store = store
  }

  /** Takes a picture on. */
  add(photoTaskId: string, subject: PhotoSubject, picture: Blob): void {
    if (subject.kind === 'real') this.dropOlder(photoTaskId, subject.position)
    this.take({ key: this.work.newId(), photoTaskId, subject, picture, isShrunk: false }, true)
  }

  /** Goes on with what an earlier page left unfinished. */
  async resume(): Promise<void> {
    for (const photo of await this.store.all()) if (!this.jobs.has(photo.key)) this.take(photo, false)
  }

  /** Tries a failed photograph again. */
  retry(key: string): void {
    const job = this.jobs.get(key)
    if (job?.view.step !== 'failed') return
    this.show(job, { step: 'waiting', error: '', progress: 0 })
    this.pump()
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
    const view: QueuedPhoto = { key, photoTaskId, subject, step: 'waiting', progress: 0, error: '', previewUrl }
    this.jobs.set(key, { photo, view, uploadId: null })
    // A full or forbidden store costs only what a reload would have kept.
    if (isNew) void this.store.put(photo).catch(() => {})
    this.publish()
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
      await this.makeSmall(job)
      if (!this.isWanted(job)) return
      job.uploadId ??= await this.send(job)
      if (!this.isWanted(job)) return
      this.show(job, { step: 'saving', progress: 1 })
      const { photoTaskId, subject } = job.photo
      const result = await this.work.save(photoTaskId, subject, job.uploadId)
      this.forget(job)
      for (const listener of this.savedListeners) listener(job.view, result)
    } catch (error) {
      // An upload that the server does not know, or not any more, has to be sent anew.
      if (job.view.step === 'saving' && !isOffline(error)) job.uploadId = null
      if (this.isWanted(job)) this.show(job, { step: 'failed', error: sentenceOf(error) })
    }
  }

  private async makeSmall(job: Job): Promise<void> {
    if (job.photo.isShrunk) return
    const picture = await this.work.shrink(job.photo.picture)
    job.photo = { ...job.photo, picture, isShrunk: true }
    if (this.isWanted(job)) await this.store.put(job.photo).catch(() => {})
  }

  private send(job: Job): Promise<string> {
    this.show(job, { step: 'uploading', progress: 0 })
    return this.work.upload(job.photo.photoTaskId, job.photo.picture, (progress) => this.show(job, { progress }))
  }

  private isWanted(job: Job): boolean {
    return this.jobs.get(job.photo.key) === job
  }

  private forget(job: Job): void {
    this.jobs.delete(job.photo.key)
    this.work.dropPreview(job.view.previewUrl)
    void this.store.remove(job.photo.key).catch(() => {})
    this.publish()
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

const isOffline = (error: unknown): boolean => error instanceof TypeError || error instanceof DOMException

function sentenceOf(error: unknown): string {
  return error instanceof PictureFault ? error.message : errorText(error)
}
