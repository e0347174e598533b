import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

type Webhooks = OutputOf<Calls['webhook']['list']>

export type Endpoint = Webhooks['endpoints'][number]
export type WebhookKind = Endpoint['kinds'][number]
export type Delivery = OutputOf<Calls['webhook']['deliveries']>['deliveries'][number]
