import { formatShanghai } from '@huanji/domain/time'
import { TransportRefusal } from '../../errors/transport-refusal.ts'
import type { KeyAccess } from '../../gateway/handler.ts'
import { isAmongPlaces } from '../../platform/ip-places.ts'
import { actorOf } from '../people/acting.ts'
import { merchantOfSecret, secretDigest } from './secret.ts'
import { addUses, keyOfSecret } from './store.ts'

/** What a key's program is called in histories and in the audit log. */
const nameOfProgram = (name: string): string => `接口密钥 ${name}`

function invalid(problem: string): never {
  throw new TransportRefusal('apiKeyInvalid', { problem })
}

/**
 * What the gateway needs of API keys. Whoever has the whole secret is told why it opens nothing; anybody else is told
 * that it is none. A key does what it was given and its maker may do at the moment of the call, without being an owner,
 * and pays nothing back.
 */
export const keyAccess: KeyAccess = {
  merchantOf: merchantOfSecret,

  read: async (tx, secret, { ip }, now) => {
    const key =
      (await keyOfSecret(tx, secretDigest(secret))) ?? invalid('不存在：请核对是否用了本系统的密钥，或请老板新建一个')
    const { keyId, name, ratePerMinute, expiresAt } = key
    if (key.revokedAt !== null) invalid(`“${name}”已停用，请老板新建一个`)
    if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) {
      invalid(`“${name}”已于${formatShanghai(expiresAt)}到期，请老板延长或更换`)
    }
    if (key.places.length > 0 && !isAmongPlaces(key.places, ip))
      throw new TransportRefusal('apiKeyElsewhere', { name, ip })
    const maker =
      (await actorOf(tx, key.createdBy, keyId)) ?? invalid(`“${name}”已暂停（创建人已停用或离职），请老板新建一个`)
    return {
      ...maker,
      employeeName: nameOfProgram(name),
      isOwner: false,
      grants: new Set(key.grants.filter((grant) => maker.grants.has(grant))),
      refundLimitFen: 0,
      apiKey: { keyId, name, ratePerMinute },
    }
  },

  recordUses: addUses,
}
