import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

/** The contract's shapes of shop accounts by the names that these screens use. */
export type ShopRow = OutputOf<Calls['shop']['list']>['list'][number]
export type ShopChannel = ShopRow['channels'][number]
export type RepostSettings = OutputOf<Calls['shopRepost']['save']>['settings']
export type RepostPlan = OutputOf<Calls['shopRepost']['save']>['simulation'][number]
export type AuctionSession = OutputOf<Calls['auctionSessions']['sessions']>['sessions'][number]
export type ShopOption = OutputOf<Calls['shop']['options']>['options'][number]
