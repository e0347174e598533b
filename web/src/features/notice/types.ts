import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

export type Notice = OutputOf<Calls['notice']['list']>['notices'][number]
export type NoticeChoices = OutputOf<Calls['notice']['choices']>
