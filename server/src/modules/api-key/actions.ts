import { programKeys } from '@huanji/contract/features/api-key/calls'
import { API_KEY_STATE_LABELS } from '@huanji/contract/features/api-key/labels'
import type { apiKeyAction } from '@huanji/contract/features/api-key/rows'
import type * as z from 'zod'
import type { ActionRules, Obstacle } from '../../gateway/allowed-actions.ts'
import { type EffectiveRights, notHeld } from '../people/effective-rights.ts'
import { someGrantNames } from '../people/grants.ts'
import type { KeyRow } from './store.ts'

export type KeyAction = z.output<typeof apiKeyAction>

/** What decides what can be done with a key. */
export interface KeyFacts {
  readonly row: Pick<KeyRow, 'name' | 'state' | 'grants'>
  readonly ownRights: EffectiveRights
}

const ended = ({ row }: KeyFacts, action: string): Obstacle | null =>
  row.state === 'revoked'
    ? { code: 'API_KEY_ENDED', values: { name: row.name, state: API_KEY_STATE_LABELS.revoked, action } }
    : null

/** Whoever changes or renews a key could use it: it must hold nothing that they do not. */
function beyond({ row, ownRights }: KeyFacts): Obstacle | null {
  const missing = notHeld(ownRights, row.grants)
  return missing.length === 0 ? null : { code: 'GRANT_NOT_HELD', values: { grants: someGrantNames(missing) } }
}

/** What can be done with a key, most wanted first. Anybody with the right to it stops any key: it takes rights and gives none. */
export const KEY_ACTIONS: ActionRules<KeyAction, KeyFacts> = {
  edit: { label: '编辑', call: programKeys.edit, obstacle: (facts) => ended(facts, '编辑') ?? beyond(facts) },
  rotate: { label: '更换', call: programKeys.rotate, obstacle: (facts) => ended(facts, '更换') ?? beyond(facts) },
  revoke: { label: '停用', call: programKeys.revoke, obstacle: (facts) => ended(facts, '停用') },
}
