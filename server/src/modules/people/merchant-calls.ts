import type { OutputOf } from '@huanji/contract/call'
import { merchantInfo } from '@huanji/contract/features/merchant/profile'
import { formatShanghai } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { handlers } from '../../gateway/handler.ts'
import { renameInDirectory } from '../account/directory-store.ts'
import { recordEdit } from '../history/edits.ts'
import { lastChangeOf } from '../history/store.ts'
import { lockMerchant, merchantProfile, setMerchantName } from '../tenant/store.ts'

async function profileOf(tx: Tx): Promise<OutputOf<typeof merchantInfo.info>> {
  const { name: merchantName, sellerId, createdAt: signedUpAt } = await merchantProfile(tx)
  return { merchantName, sellerId, signedUpAt }
}

/** Refuses NAME_CHANGED for a name that the merchant does not have, with who gave it another and when, where somebody did. */
async function refuseAsChanged(tx: Tx, name: string): Promise<never> {
  const last = await lastChangeOf(tx, 'merchant', tx.merchantId)
  const by = last === null ? '' : `（${last.who ?? '系统'}于${formatShanghai(last.at)}修改过）`
  return refuse('NAME_CHANGED', { name, by })
}

/** 商家资料: what a merchant is called, on reports and wherever people choose among merchants. */
export const merchantInfoGroup = handlers(merchantInfo, {
  info: ({ tx }) => profileOf(tx),

  rename: async (context, { merchantName, from }) => {
    const { tx } = context
    await lockMerchant(tx)
    const before = await profileOf(tx)
    if (before.merchantName.trim() !== from) await refuseAsChanged(tx, from)
    await setMerchantName(tx, merchantName)
    await renameInDirectory(tx, tx.merchantId, merchantName)
    const subject = { subject: 'merchant', subjectId: tx.merchantId } as const
    await recordEdit(tx, subject, context, 'rename', '修改商家名称')
    context.audit({
      ...subject,
      subjectLabel: merchantName,
      before: { 商家名称: from },
      after: { 商家名称: merchantName },
    })
    return { ...before, merchantName }
  },
})
