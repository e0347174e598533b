import type { ReactNode } from 'react'
import { Button } from '../../components/button/button.tsx'
import { cx } from '../../components/class-names.ts'
import { Code } from '../../components/code/code.tsx'
import { GradeBadge } from '../../components/grade/grade-badge.tsx'
import { Icon, type IconName } from '../../components/icon/icon.tsx'
import { CODE_KINDS } from '../inspection/labels.ts'
import type { Grade } from '../inspection/types.ts'
import styles from './phone-strip.module.css'
import { skuTextOf } from './sku-picker.tsx'
import { mainCode, type OpenPhone } from './station-state.ts'
import type { SaveStatus } from './use-record-saver.ts'

interface PhoneStripProps {
  phone: OpenPhone
  /** As the answers give it so far; null while there is none. */
  grade: Grade | null
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

/** Which phone is at the station, as what and how good, and whether its draft is safe: the rest of the head line. */
export function PhoneStrip({ phone, grade, status, onChangeModel, onChangeSku, onClose }: PhoneStripProps) {
  const { code, record } = phone
  const { icon, text } = statusOf(phone, status)
  const isBad = status.kind === 'refused' || status.kind === 'offline'
  return (
    <header className={styles.strip}>
      <dl>
        <StripFact label={CODE_KINDS[code.kind]} isWhole>
          <Code text={mainCode(code)} what={CODE_KINDS[code.kind]} />
          {code.imei2 ? (
            <span className={cx('code muted', styles.second)} title={`副IMEI ${code.imei2}`}>
              {` 副 ${code.imei2}`}
            </span>
          ) : null}
        </StripFact>
        <StripFact label="机型">
          <ChangeButton label="修改机型" text={phone.modelTitle || '待选择'} onClick={onChangeModel} />
        </StripFact>
        {phone.modelId ? (
          <StripFact label="规格">
            <ChangeButton label="修改规格" text={skuTextOf(phone.sku) || '待选择'} onClick={onChangeSku} />
          </StripFact>
        ) : null}
        {record ? (
          <div className={styles.barCode}>
            <dt className="sr-only">条码</dt>
            <dd>
              <Code text={record.barCode} what="条码" />
            </dd>
          </div>
        ) : null}
        {grade ? (
          <StripFact label="成色" isWhole>
            <GradeBadge grade={grade} />
          </StripFact>
        ) : null}
      </dl>
      <p className={cx(styles.status, isBad && styles.bad)} role="status">
        <Icon name={icon} />
        {status.message || text}
      </p>
      <Button small icon="close" aria-label="先不检这台" title="先不检这台" onClick={onClose}>
        先不检这台
      </Button>
    </header>
  )
}

function ChangeButton({ label, text, onClick }: { label: string; text: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.change} title={text} onClick={onClick}>
      <span className="sr-only">{label}</span>
      <b>{text}</b>
      <Icon name="edit" size={13} />
    </button>
  )
}

/** A fact whose name only a screen reader needs; a whole one is never cut. */
function StripFact({ label, isWhole, children }: { label: string; isWhole?: boolean; children: ReactNode }) {
  return (
    <div className={cx(isWhole && styles.whole)}>
      <dt className="sr-only">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
