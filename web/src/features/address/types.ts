import type { InputOf, OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

/** The contract's address shapes by the names that these screens use. */
export type AddressRow = OutputOf<Calls['address']['info']>
export type AddressInput = InputOf<Calls['address']['edit']>
export type AddressKind = AddressRow['kind']
