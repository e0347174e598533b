import { NOTICE_KINDS } from '@huanji/domain/notices/kinds'
import type { StateTone } from '../../components/state-tag/state-tag.tsx'
import type { Delivery, Endpoint } from './types.ts'

interface Word {
  readonly word: string
  readonly tone: StateTone
}

export const ENDPOINT_WORDS: Readonly<Record<Endpoint['state'], Word>> = {
  enabled: { word: '启用', tone: 'success' },
  disabled: { word: '停用', tone: 'neutral' },
  stopped: { word: '已停止', tone: 'danger' },
}

export const DELIVERY_WORDS: Readonly<Record<Delivery['state'], Word>> = {
  pending: { word: '待推送', tone: 'info' },
  delivered: { word: '已送达', tone: 'success' },
  failed: { word: '未送达', tone: 'danger' },
  dropped: { word: '未推送', tone: 'neutral' },
}

/** What a message is about. */
export const eventTitle = (event: string): string =>
  event in NOTICE_KINDS ? NOTICE_KINDS[event as keyof typeof NOTICE_KINDS].title : '测试'

/** What the receiver answered, in one line; of one that was not tried yet nothing. */
export function answerText({ status, answer, attempts }: Delivery): string {
  if (attempts === 0) return answer
  if (status === null) return answer
  return answer === '' ? String(status) : `${status} ${answer}`
}
