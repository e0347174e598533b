import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { REQUEST_LABELS } from '@huanji/contract/labels'
import { formatShanghai, shanghaiDate } from '@huanji/domain/time'
import type { ReactNode } from 'react'
import { cx } from '../../components/class-names.ts'
import { Note } from '../../components/note/note.tsx'
import { nowMs } from '../../platform/clock.ts'
import styles from './request.module.css'

/** What is asked of the marketplace beside what is known of it; goods and orders carry the same. */
export type MarketRequest = NonNullable<OutputOf<Calls['goods']['list']>['list'][number]['desired']>

/** A row of goods or orders, as far as what is asked of the marketplace is concerned. */
export interface RowWithRequest {
  readonly desired: MarketRequest | null
}

/** True while the marketplace has still to confirm what was asked: nothing else can be asked of it meanwhile. */
export const isPending = ({ desired }: RowWithRequest): boolean => desired?.state === 'pending'

/** True when the marketplace would not have it and a person has to decide. */
export const isRefused = ({ desired }: RowWithRequest): boolean => desired?.state === 'refused'

const REFUSED_WITHOUT_REASON = '闲鱼没有接受这次申请，也没有说原因，请核对后再提交'

/** Since when, as short as it can be read: the time of today, or day and time. */
function sinceText(at: string): string {
  const text = formatShanghai(at)
  return text.startsWith(shanghaiDate(new Date(nowMs()).toISOString())) ? text.slice(11) : text.slice(5)
}

/** 正在下架… 03:12 起, or why it was refused. */
export function requestText(desired: MarketRequest): string {
  if (desired.state === 'refused') return desired.problem || REFUSED_WITHOUT_REASON
  return `${REQUEST_LABELS[desired.want]}… ${sinceText(desired.requestedAt)} 起`
}

/** What is under way or was refused, in one line of a list's cell; the whole of it as a hint. */
export function RequestMark({ desired }: { desired: MarketRequest }) {
  const isWaiting = desired.state === 'pending'
  const text = requestText(desired)
  const whole = isWaiting && desired.problem !== '' ? `${text} · ${desired.problem}` : text
  return (
    <span className={cx(styles.mark, isWaiting ? styles.pending : styles.refused)} title={whole}>
      {whole}
    </span>
  )
}

interface RequestNoteProps {
  desired: MarketRequest | null
  refusedLead: string
  /** Behind a refusal: the way to what mends it. */
  children?: ReactNode
}

/** What is under way or was refused, whole, at the head of a detail page; `refusedLead` says what did not come true. */
export function RequestNote({ desired, refusedLead, children }: RequestNoteProps) {
  if (desired === null) return null
  if (desired.state === 'refused') {
    return (
      <Note tone="danger">
        <span>
          <b>{refusedLead}：</b>
          {requestText(desired)}
          {children ? <> {children}</> : null}
        </span>
      </Note>
    )
  }
  return (
    <Note tone="info">
      <span>
        <b>{requestText(desired)}</b> {desired.problem || '等待闲鱼确认，确认后会自动更新。'}
      </span>
    </Note>
  )
}
