import wire from 'virtual:wire/photo'
import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { buildClient } from '../../../api/build-client.ts'

/** The calls of this page alone: whoever opens it on a phone does not load the client of the whole product. */
export const phoneApi = buildClient<'photoPages'>(wire)

export type PhoneTask = OutputOf<Calls['photoPages']['task']>
export type PhoneSaved = OutputOf<Calls['photoPages']['save']>
export type PhonePhoto = PhoneTask['photos'][number]

/** The link's token in an address's hash; empty when there is none. */
export const tokenIn = (hash: string): string => /^#([\w-]{20,200})$/.exec(hash)?.[1] ?? ''
