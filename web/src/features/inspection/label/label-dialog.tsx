import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { createPortal } from 'react-dom'
import { Button } from '../../../components/button/button.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { openOverlay } from '../../../components/overlay/overlay-host.tsx'
import type { Grade } from '../types.ts'
import { Barcode } from './barcode.tsx'
import styles from './label-dialog.module.css'

/** What stands on the label of one unit: 40 × 30 mm. */
interface UnitLabel {
  readonly barCode: string
  readonly modelTitle: string
  readonly skuText: string
  readonly grade: Grade | null
  /** IMEI, MEID or serial number. */
  readonly code: string
}

function LabelView({ label }: { label: UnitLabel }) {
  return (
    <div className={styles.label}>
      <p className={styles.model}>{label.modelTitle}</p>
      <p className={styles.sku}>
        <span>{label.skuText}</span>
        <b>{label.grade ? GRADE_LABELS[label.grade] : ''}</b>
      </p>
      <Barcode text={label.barCode} />
      <p className={styles.number}>{label.barCode}</p>
      <p className={styles.number}>{label.code}</p>
    </div>
  )
}

/** Shows the labels as they will be printed. The copies for the printer stand outside the page, which is left out. */
function LabelDialog({ labels, onClose }: { labels: readonly UnitLabel[]; onClose: () => void }) {
  const shown = labels.slice(0, 4)
  return (
    <Dialog
      title={`打印条码标签（${labels.length}张）`}
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
      <p className="muted">标签纸 40 × 30 mm，请在打印窗口中选择标签打印机，边距选“无”，缩放选 100%。</p>
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

/** Opens the labels of these units for printing. */
export async function printLabels(labels: readonly UnitLabel[]): Promise<void> {
  await openOverlay((close) => <LabelDialog labels={labels} onClose={close} />)
}
