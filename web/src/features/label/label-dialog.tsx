import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { createPortal } from 'react-dom'
import { Barcode } from '../../components/barcode/barcode.tsx'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { usePaper } from '../../components/print/use-paper.ts'
import { QrCode } from '../../components/qr/qr-code.tsx'
import type { Grade, InspectionRow } from '../inspection/types.ts'
import styles from './label-dialog.module.css'

/** What stands on the label of one unit: 40 × 30 mm. */
interface UnitLabel {
  readonly barCode: string
  readonly modelTitle: string
  readonly skuText: string
  readonly grade: Grade | null
  /** Its IMEI; empty for a phone without one. */
  readonly imei: string
  /** Where buyers read its report, after the address of the site; null before it is submitted. */
  readonly reportPath: string | null
}

/** So many digits at its end tell a phone from its neighbours. */
const TAIL_DIGITS = 6

/** The label of a record. */
export function labelOf(
  record: Pick<InspectionRow, 'barCode' | 'modelName' | 'skuText' | 'grade' | 'imei' | 'reportPath'>,
): UnitLabel {
  const { barCode, modelName: modelTitle, skuText, grade, imei, reportPath } = record
  return { barCode, modelTitle, skuText, grade, imei, reportPath }
}

function LabelView({ label }: { label: UnitLabel }) {
  const { barCode, modelTitle, skuText, grade, imei, reportPath } = label
  return (
    <div className={styles.label} data-label={barCode}>
      <div className={styles.top}>
        <div className={styles.words}>
          <p className={styles.model}>{modelTitle}</p>
          <p className={styles.sku}>{skuText}</p>
          <p className={styles.grade}>
            <b>{grade ? GRADE_LABELS[grade] : '待评级'}</b>
            {imei ? <span className={styles.tail}>…{imei.slice(-TAIL_DIGITS)}</span> : null}
          </p>
        </div>
        {reportPath ? (
          <QrCode className={styles.qr} text={location.origin + reportPath} label={`${barCode} 的检测报告二维码`} />
        ) : null}
      </div>
      <Barcode text={barCode} />
      <p className={styles.number}>{barCode}</p>
    </div>
  )
}

/** Shows the labels as they will be printed. The copies for the printer stand outside the page, which is left out. */
function LabelDialog({ labels, onClose }: { labels: readonly UnitLabel[]; onClose: () => void }) {
  usePaper('size: 40mm 30mm; margin: 0')
  const shown = labels.slice(0, 4)
  return (
    <Dialog
      title={`打印标签（${labels.length}张）`}
      onClose={onClose}
      widthPx={560}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button tone="primary" icon="print" onClick={() => window.print()}>
            打印
          </Button>
        </>
      }
    >
      <p className="muted">标签纸 40 × 30 mm，每张一页；请在打印窗口中选择标签打印机，边距选“无”，缩放选 100%。</p>
      <div className={styles.preview}>
        {shown.map((label) => (
          <LabelView key={label.barCode} label={label} />
        ))}
      </div>
      {labels.length > shown.length ? <p className="muted">另有{labels.length - shown.length}张未显示</p> : null}
      {createPortal(
        <div className={styles.sheet} aria-hidden="true">
          {labels.map((label) => (
            <LabelView key={label.barCode} label={label} />
          ))}
        </div>,
        document.body,
      )}
    </Dialog>
  )
}

/** Opens the labels of these units for printing, each on a page of its own. */
export async function printLabels(labels: readonly UnitLabel[]): Promise<void> {
  await openOverlay((close) => <LabelDialog labels={labels} onClose={close} />)
}
