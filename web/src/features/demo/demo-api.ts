import wire from 'virtual:wire/demo'
import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { buildClient } from '../../api/build-client.ts'

/** The calls of the corner alone: it stands on the sign-in page too, which has no client of the whole product. */
export const demoApi = buildClient<'auth' | 'demoCorner'>(wire)

export type DemoFacts = OutputOf<Calls['demoCorner']['corner']>
export type DemoAccount = DemoFacts['accounts'][number]
