import { isRefusal } from '../../api/refusal.ts'
import { confirm } from '../../components/confirm/confirm.tsx'

/**
 * Sends a parcel. Where its number is another buyer's parcel already, which a label that was scanned twice makes it, the
 * person is asked first, and it is sent again once that is confirmed. @throws what the call throws otherwise
 */
export async function askShared<Answer>(send: (confirmSharedWaybill: boolean) => Promise<Answer>): Promise<Answer> {
  try {
    return await send(false)
  } catch (error) {
    if (!isRefusal(error, 'WAYBILL_SHARED')) throw error
    const question = {
      title: '这个运单号已用于另一位买家',
      body: `${error.message}。一个包裹只能寄给一位买家，请重新扫描这一单的面单。`,
      ok: '确为同一包裹，仍然使用',
      tone: 'danger',
    } as const
    if (!(await confirm(question))) throw error
    return send(true)
  }
}
