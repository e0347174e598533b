/** What the thread of the embedded database is started with. */
export interface EmbeddedWorkerData {
  readonly folder: string
  readonly countFsyncs: boolean
}

/** What the main thread asks of it; `frames` are whole messages of PostgreSQL's wire protocol. */
export type ToWorker =
  | { readonly kind: 'connect' }
  | { readonly kind: 'frames'; readonly bytes: Uint8Array }
  | { readonly kind: 'fsyncs' }
  /** Asks whether the thread is still there. */
  | { readonly kind: 'ping' }
  | { readonly kind: 'close' }

export type FromWorker =
  | { readonly kind: 'open' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'frames'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'fsyncs'; readonly count: number }
  | { readonly kind: 'pong' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'closed' }
