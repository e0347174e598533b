import { createHash } from 'node:crypto'
import type { OutputOf } from '@huanji/contract/call'
import { declared } from '@huanji/contract/features/index'
import type { merchant } from '@huanji/contract/features/merchant/calls'

type Answer = Omit<OutputOf<typeof merchant.dataDict>, 'site'>

const DICTIONARIES = declared('dictionaries') as Answer['dictionaries']

/** A short text that changes when the content does, so that a client may keep what it has. */
export const contentVersion = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12)

/** Every code of the product with its Chinese label, as the features name them. */
export const DATA_DICTIONARY: Answer = { version: contentVersion(DICTIONARIES), dictionaries: DICTIONARIES }
