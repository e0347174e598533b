import type { ReactNode } from 'react'
import { Button } from '../../components/button/button.tsx'
import { cx } from '../../components/class-names.ts'
import { Code } from '../../components/code/code.tsx'
import { Icon, type IconName } from '../../components/icon/icon.tsx'
import { CODE_KINDS } from '../inspection/labels.ts'
import styles from './phone-strip.module.css'
import { skuTextOf } from './sku-picker.tsx'
import { mainCode, type OpenPhone } from './station-state.ts'
import type { SaveStatus } from './use-record-saver.ts'

interface PhoneStripProps {
  phone: OpenPhone
  status: SaveStatus
  onChangeModel: () => void
  onChangeSku: () => void
  onClose: () => void
}

const STATUS: Readonly<Record<SaveStatus['kind'], { icon: IconName; text: string }>> = {
  idle: { icon: 'info', text: '选完机型和规格后自动保存' },
  saving: { icon: 'clock', text: '正在保存…' },
  saved: { icon: 'check', text: '草稿已保存' },
  offline: { icon: 'alert', text: '网络中断，已存在本机，恢复后自动保存' },
  refused: { icon: 'alert', text: '' },
}

/** A submitted record is not saved by itself any more: its changes wait for the person's 保存修改. */
function statusOf(
  { record, revision, savedRevision }: OpenPhone,
  { kind }: SaveStatus,
): { icon: IconName; text: string } {
  const isChanged = revision > savedRevision
  if (record?.state !== 'awaiting_photos') {
    if (!record || (kind !== 'idle' && kind !== 'saved')) return STATUS[kind]
    // A change goes out with the next pause: until then it is not safe.
    return isChanged ? STATUS.saving : STATUS.saved
  }
  return isChanged ? { icon: 'edit', text: '修改尚未保存' } : { icon: 'check', text: '已提交，待拍摄' }
}

/** Which phone is at the station, as what, and whether its draft is safe. */
export function PhoneStrip({ phone, status, onChangeModel, onChangeSku, onClose }: PhoneStripProps) {
  const { code, record } = phone
  const { icon, text } = statusOf(phone, status)
  const isBad = status.kind === 'refused' || status.kind === 'offline'
  return (
    <header className={styles.strip}>
      <dl>
        <StripFact label={CODE_KINDS[code.kind]}>
          <Code text={mainCode(code)} what={CODE_KINDS[code.kind]} />
          {code.imei2 ? <span className="code muted"> 副 {code.imei2}</span> : null}
        </StripFact>
        <StripFact label="机型">
          <button type="button" className={styles.change} onClick={onChangeModel}>
            <span className="sr-only">修改机型</span>
            {phone.modelTitle || '待选择'}
            <Icon name="edit" size={13} />
          </button>
        </StripFact>
        {phone.modelId ? (
          <StripFact label="规格">
            <button type="button" className={styles.change} onClick={onChangeSku}>
              <span className="sr-only">修改规格</span>
              {skuTextOf(phone.sku) || '待选择'}
              <Icon name="edit" size={13} />
            </button>
          </StripFact>
        ) : null}
        {record ? (
          <StripFact label="条码">
            <Code text={record.barCode} what="条码" />
          </StripFact>
        ) : null}
      </dl>
      <p className={cx(styles.status, isBad && styles.bad)} role="status">
        <Icon name={icon} />
        {status.message || text}
      </p>
      <Button small icon="close" onClick={onClose}>
        放下此机
      </Button>
    </header>
  )
}

function StripFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
