import { createHmac } from 'node:crypto'

/** What a key made from the server's secret is for: one purpose's signatures are worth nothing for another. */
export type KeyPurpose = 'cursor' | 'export' | 'files' | 'photoLink' | 'sandbox'

/** The key for one purpose, the same at every start with the same secret. */
export const derivedKey = (secret: string, purpose: KeyPurpose): string =>
  createHmac('sha256', secret).update(purpose).digest('hex')
