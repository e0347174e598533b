import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

/** The contract's shapes of a phone's life by the names that these screens use. */
export type FoundPhones = OutputOf<Calls['phoneRecord']['life']>
export type PhoneLife = NonNullable<FoundPhones['life']>
export type PhoneChoice = FoundPhones['phones'][number]
export type PhoneEvent = PhoneLife['events'][number]
export type PhoneInspection = PhoneLife['inspections'][number]
export type PhoneSale = PhoneLife['sales'][number]
export type PhoneUnit = PhoneLife['units'][number]
export type PhonePart = PhoneEvent['part']
export type Standing = PhoneLife['standing']
export type JudgedCosts = OutputOf<Calls['phoneCost']['check']>
export type JudgedCost = JudgedCosts['rows'][number]
export type CostImport = OutputOf<Calls['phoneCost']['imports']>['list'][number]
