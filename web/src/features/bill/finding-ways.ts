import type { FindingRow } from './bill-labels.ts'

export type FindingWay = FindingRow['allowedActions'][number]

interface WayWords {
  readonly name: string
  /** What it does, before it is done. */
  readonly hint: string
  readonly done: (finding: FindingRow) => string
}

const closedOr =
  (text: string) =>
  ({ state }: FindingRow): string =>
    state === 'closed' ? `${text}，差异已消除` : `${text}，仍有差异，请继续处理`

/** The ways to settle a finding, in words. */
export const FINDING_WAYS: Readonly<Record<FindingWay, WayWords>> = {
  makeBills: {
    name: '补生成账单',
    hint: '按成交价和当日费率为这个订单生成待结算账单。',
    done: closedOr('账单已生成'),
  },
  takeLines: {
    name: '从结算单补入',
    hint: '把导入的结算单里这一笔记入账单；闲鱼之后再推送同一笔也不会重复。',
    done: closedOr('结算已补入'),
  },
  refetch: {
    name: '重新拉取',
    hint: '向闲鱼重新拉取这个订单和它的全部结算，账单以闲鱼的金额为准，然后重新核对。',
    done: () => '正在向闲鱼重新拉取，结果会自动更新',
  },
  adjust: {
    name: '记一笔调账',
    hint: '只在本系统记一行调账，写明经手人和原因；闲鱼账户的资金不变。',
    done: closedOr('调账已记入'),
  },
  accept: {
    name: '确认差异',
    hint: '写明原因后不再提示；如果金额变化，会重新出现在待处理。',
    done: () => '差异已确认',
  },
}
