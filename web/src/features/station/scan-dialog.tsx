import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { mainCode, type OpenPhone } from './station-state.ts'

/** What to do with a code of another phone. */
type ScanChoice = 'switch' | 'secondImei'

interface ScanDialogProps {
  phone: OpenPhone
  code: string
  /** The code is an IMEI and the phone has no second one yet, so it may be that. */
  mayBeSecond: boolean
  onClose: (choice?: ScanChoice) => void
}

function ScanDialog({ phone, code, mayBeSecond, onClose }: ScanDialogProps) {
  const kept = phone.record
    ? `当前手机已保存（${phone.record.inspectionNo}），可在质检列表中继续。`
    : '当前手机还没有选完机型和规格，切换后不会保留。'
  return (
    <Dialog
      title="扫到了另一个编码"
      onClose={() => onClose()}
      widthPx={480}
      footer={
        <>
          <Button onClick={() => onClose()}>继续当前手机</Button>
          {mayBeSecond ? <Button onClick={() => onClose('secondImei')}>作为副IMEI</Button> : null}
          <Button tone="primary" onClick={() => onClose('switch')}>
            切换到新手机
          </Button>
        </>
      }
    >
      <p>
        正在质检 <b className="code">{mainCode(phone.code)}</b>，扫到 <b className="code">{code}</b>。
      </p>
      <p className="muted">{kept}</p>
    </Dialog>
  )
}

/** Asks before the phone at the station is left for another one. Undefined: stay with it. */
export function askAboutScan(phone: OpenPhone, code: string, isImei: boolean): Promise<ScanChoice | undefined> {
  const mayBeSecond = isImei && phone.code.kind === 'imei' && phone.code.imei2 === ''
  return openOverlay<ScanChoice>((close) => (
    <ScanDialog phone={phone} code={code} mayBeSecond={mayBeSecond} onClose={close} />
  ))
}
