import type { BulkActionKey } from '@huanji/contract/bulk-actions'
import { REQUEST_LABELS } from '@huanji/contract/labels'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { pollMs } from '../../api/queries.ts'
import { type Action, defineAction, eachRow } from '../../components/actions/action.ts'
import type { RowWithRequest } from './request.tsx'

/** The marketplace answers within seconds: rows are asked for again then, so that nobody has to wait for a list's next round. */
const ANSWERS_AFTER_MS = [1500, 5000]

/** Asks for the rows now, and again when the marketplace has probably answered, unless the event stream tells of it. */
export async function refreshAndFollow(refresh: () => Promise<void>): Promise<void> {
  for (const afterMs of ANSWERS_AFTER_MS) setTimeout(() => pollMs(afterMs) && refresh(), afterMs)
  await refresh()
}

type Decide<Row> = (row: Row, options: { idempotencyKey: string; handles: 'all' }) => Promise<unknown>

interface RequestDecisions<Row extends RowWithRequest> {
  /** What both calls ask for; one of them where it depends on what was asked of the marketplace. */
  readonly grant: string | readonly string[]
  /** What a person knows a row by. */
  readonly labelOf: (row: Row) => string
  /** What long work calls them, for everything that a filter finds; absent where rows are decided one by one. */
  readonly tasks?: { readonly retry: BulkActionKey; readonly giveUp: BulkActionKey }
  readonly retry: Decide<Row>
  readonly giveUp: Decide<Row>
  /** What else giving up does, as a sentence. */
  readonly giveUpAlso?: string
}

/** What was asked of the marketplace, as 重新提交 says it: 改价, 下架, 发货. */
const requestTitle = ({ desired }: RowWithRequest): string =>
  desired === null ? '' : REQUEST_LABELS[desired.want].replace(/^正在(同步|提交)?/, '')

/** The two ways on from what the marketplace refused: 重新提交 asks once more, 不改了，保持原样 leaves things as they are there. */
export function requestActions<Row extends RowWithRequest>({
  grant,
  labelOf,
  tasks,
  retry,
  giveUp,
  giveUpAlso = '',
}: RequestDecisions<Row>): {
  readonly retryAction: Action<Row>
  readonly giveUpAction: Action<Row>
} {
  const decide = (decision: Decide<Row>, message: string): Action<Row>['run'] => {
    return async (rows, { refresh }) => {
      const outcomes = await eachRow(rows, labelOf, async (row) => {
        await decision(row, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
        return message
      })
      void refreshAndFollow(refresh)
      return outcomes
    }
  }
  return {
    retryAction: defineAction<Row>({
      key: 'retry',
      name: '重新提交',
      nameOf: (row) => `重新提交${requestTitle(row)}`,
      icon: 'refresh',
      tone: 'primary',
      grant,
      allowed: 'retry',
      bulk: true,
      ...(tasks ? { task: tasks.retry } : {}),
      run: decide(retry, '已重新提交，等待闲鱼确认'),
    }),
    giveUpAction: defineAction<Row>({
      key: 'give-up',
      name: '保持原样',
      nameOf: () => '不改了，保持原样',
      icon: 'close',
      grant,
      allowed: 'giveUp',
      bulk: true,
      ...(tasks ? { task: tasks.giveUp } : {}),
      confirm: (rows) => ({
        title: '不改了，保持原样？',
        body: `这 ${rows.length} 项申请不再提交，闲鱼上还是原来的样子。${giveUpAlso}`,
        ok: '不改了',
        cancel: '再想想',
        tone: 'danger',
      }),
      run: decide(giveUp, '不再提交，闲鱼上还是原来的样子'),
    }),
  }
}
