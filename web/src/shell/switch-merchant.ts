import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { PAGES } from '@huanji/contract/pages'
import { api } from '../api/client.ts'
import { ApiRefusal, errorText } from '../api/refusal.ts'
import { confirm } from '../components/confirm/confirm.tsx'
import { toast } from '../components/toast/toast.ts'
import { restartAt } from '../session/restart.ts'
import { storeSession } from '../session/session.ts'

export type MerchantOption = OutputOf<Calls['adminEmployee']['mchOptions']>['options'][number]

async function enter({ value: merchantId, label }: MerchantOption): Promise<void> {
  const { ticket, candidates } = await api.ownSessions.switchMerchant({})
  const candidate = candidates.find((one) => one.merchantId === merchantId)
  if (!candidate) {
    toast('error', `无法直接切换到“${label}”，请退出登录后重新选择商家`)
    return
  }
  const session = await api.auth.loginAffirm({ ticket, employeeId: candidate.employeeId })
  storeSession(session)
  await restartAt(PAGES.home.path)
  toast('success', `已切换到“${session.loginInfo.merchantName}”`)
}

/** Goes on as the employee of another merchant of the same phone; nothing of the one before stays on screen. */
export async function switchMerchant(option: MerchantOption): Promise<void> {
  const agreed = await confirm({
    title: '切换商家',
    body: `将以“${option.employeeName}”的身份进入“${option.label}”，当前页未提交的内容可能丢失。`,
    ok: '切换',
  })
  if (!agreed) return
  try {
    await enter(option)
  } catch (error) {
    // A refusal has been shown already.
    if (!(error instanceof ApiRefusal)) toast('error', errorText(error))
  }
}
