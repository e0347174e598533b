import { useNavigate } from 'react-router'
import { api } from '../../../api/client.ts'
import { openOverlay } from '../../../components/overlay/overlay-host.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { ScanBox } from '../../../components/scan/scan-box.tsx'
import { refundLink } from '../../links/refund-links.ts'
import type { FoundRefund } from '../types.ts'
import { FoundDialog } from './found-dialog.tsx'
import styles from './refund-scan.module.css'

/** A scan anywhere on the page opens the case that it names: the parcel that came back, a phone, a bag, an order. */
export function RefundScan() {
  const navigate = useNavigate()
  const open = async (code: string): Promise<ScanOutcome> => {
    const { refunds } = await api.refundHandling.open({ code }, { handles: 'all' })
    const [first] = refunds
    if (!first) return { ok: false, message: '没有找到这个编号的售后，请核对后重试' }
    if (refunds.length === 1) {
      void navigate(refundLink(first))
      return { ok: true, message: `已打开售后 ${first.refundNo}` }
    }
    void openOverlay<FoundRefund>((close) => <FoundDialog code={code} refunds={refunds} onClose={close} />).then(
      (chosen) => chosen && navigate(refundLink(chosen)),
    )
    return { ok: true, isHeld: true, message: `找到 ${refunds.length} 个售后，请选择` }
  }
  return (
    <div className={styles.scan}>
      <ScanBox
        name="refund-open"
        label="扫描退货运单、手机、封袋、订单或售后单，打开售后"
        placeholder="扫退货运单、手机、封袋、订单或售后单"
        onScan={open}
        takesFocus={false}
      />
    </div>
  )
}
