import { useState } from 'react'
import { toast } from '../../../components/toast/toast.ts'
import type { RefundDetail } from '../types.ts'
import { useRefundWrite } from '../use-refund-write.ts'

/** The case that a form works on, as it was when the form was opened, with the way to its latest version. */
export function useCaseForm(opened: RefundDetail) {
  const [refund, setRefund] = useState(opened)
  const { write, latestOf, isSending, fault, setFault } = useRefundWrite()
  /** What every call of the form names. */
  const named = { refundId: refund.refundId, version: refund.version }
  const reload = async () => {
    const latest = await latestOf(refund)
    if (!latest) return
    setRefund(latest)
    toast('info', '已取得最新内容，请核对后再提交')
  }
  return { refund, setRefund, named, write, isSending, fault, setFault, reload: () => void reload() }
}
