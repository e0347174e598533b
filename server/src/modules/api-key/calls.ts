import { programKeys } from '@huanji/contract/features/api-key/calls'
import { apiKeyRow } from '@huanji/contract/features/api-key/rows'
import { KEY_GRANTS, KEY_MENU } from '@huanji/contract/key-rules'
import { refuse } from '../../errors/refusal.ts'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import { handlers } from '../../gateway/handler.ts'
import type { Actor } from '../../platform/actor.ts'
import { rowOf } from '../../platform/field-rights.ts'
import { rightsOfActor } from '../people/actions.ts'
import { KEY_ACTIONS } from './actions.ts'
import { createKey, editKey, revokeKey, rotateKey } from './commands.ts'
import { findKey, type KeyRow, listKeys, usesOf } from './store.ts'

/** So many days of a key's use are shown. */
const USAGE_DAYS = 30

const keyAsRead = rowOf(apiKeyRow)

function presentKey(row: KeyRow, actor: Actor, ownRights = rightsOfActor(actor)) {
  const computed = {
    grantCount: row.grants.length,
    allowedActions: allowedActions(KEY_ACTIONS, { row, ownRights }, actor),
  }
  return keyAsRead({ ...row, ...computed }, actor)
}

/** The calls of API keys (R-KEYS-1). */
export const apiKeyGroup = handlers(programKeys, {
  list: async ({ tx, actor, now }, filter) => {
    const page = await listKeys(tx, filter, now)
    const ownRights = rightsOfActor(actor)
    return { ...page, list: page.list.map((row) => presentKey(row, actor, ownRights)) }
  },

  info: async ({ tx, actor, now }, { keyId }) => {
    const row = keyId === undefined ? null : ((await findKey(tx, keyId, now)) ?? refuse('NOT_FOUND'))
    return {
      key: row && { ...presentKey(row, actor), grants: row.grants },
      tree: [...KEY_MENU],
      grantable: KEY_GRANTS.filter((grant) => actor.isOwner || actor.grants.has(grant)),
      usage: row === null ? [] : await usesOf(tx, row.keyId, USAGE_DAYS),
    }
  },

  create: createKey,

  edit: async (context, input) => ({ version: await editKey(context, input) }),

  rotate: rotateKey,

  revoke: async (context, { keyId }) => {
    await revokeKey(context, keyId)
    return {}
  },
})
