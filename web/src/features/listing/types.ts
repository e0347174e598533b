import type { InputOf, OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

/** The contract's listing shapes by the names that these screens use. */
export type ListingRow = OutputOf<Calls['goods']['list']>['list'][number]
export type ListingDetail = OutputOf<Calls['goods']['detail']>
export type ListingState = ListingRow['state']
export type Entry = NonNullable<ListingRow['entry']>
export type EntryState = Entry['state']
export type Photo = ListingDetail['photos'][number]
export type ListableUnit = OutputOf<Calls['goods']['listable']>['list'][number]
export type Session = OutputOf<Calls['auctionSessions']['sessions']>['sessions'][number]
export type PublishInput = InputOf<Calls['goods']['publish']>
export type OperateInput = InputOf<Calls['goods']['operate']>
export type RowResult = OutputOf<Calls['goods']['publish']>['results'][number]
/** What a run is at this moment, and what can be done with its listing. */
export type ListingStatus = OutputOf<Calls['goods']['status']>['rows'][number]
