import type { CallSpec } from '@huanji/contract/call'
import { grantNameOf, grantTitles } from '@huanji/contract/granted-menu'
import { MENU } from '@huanji/contract/menu'
import { TransportRefusal } from './transport-refusal.ts'

const TITLES = grantTitles(MENU)

/** The refusal of a call that no role of the caller's opens; it names what the owner would have to tick. */
export const notGranted = (spec: Pick<CallSpec, 'path' | 'access'>): TransportRefusal =>
  new TransportRefusal('notGranted', { grant: grantNameOf(spec, TITLES) })
