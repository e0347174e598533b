import type { Market } from '@huanji/server/demo/trade/market'

/** How each act is called over HTTP: the names of its arguments, null for one whose fields are the body's own. */
const ARGUMENTS: Readonly<Record<keyof Market, readonly (string | null)[]>> = {
  nowMs: [],
  advance: ['durationMs'],
  setSpeed: ['speed'],
  openShop: [null],
  authorizeShop: ['sellerId', 'userName', 'expiresAtMs'],
  failNext: [null],
  setFaults: [null],
  beAway: [null],
  comeBack: [],
  failPublish: ['errCode', 'errMsg', 'times'],
  setBehaviour: [null],
  placeBid: [null],
  startEntry: ['entryId'],
  concludeEntry: ['entryId', null],
  buyProduct: ['productId', 'quantity', 'skuId'],
  payOrder: ['orderNo'],
  defaultOrder: ['orderNo'],
  closeOrder: ['orderNo', 'reason'],
  confirmReceipt: ['orderNo'],
  settleOrder: ['orderNo'],
  openRefund: [null],
  changeRefund: ['orderNo', 'amountFen', 'kind'],
  returnGoods: ['orderNo', 'waybill'],
  withdrawRefund: ['orderNo'],
  appealRefund: ['orderNo'],
  reapplyRefund: ['orderNo'],
  giveVerdict: ['orderNo', 'outcome', 'keepFen'],
  freezeDeposit: [null],
  unfreezeDeposit: [null],
  withdraw: [null],
  topUp: [null],
  adjust: [null],
  misstate: ['orderNo', 'fen'],
  nextSession: ['mode'],
  dump: [],
}

/** The field of an answer that is the act's result; the whole answer of the others. */
const RESULTS: Readonly<Partial<Record<keyof Market, string>>> = {
  nowMs: 'nowMs',
  concludeEntry: 'status',
  buyProduct: 'orderNo',
}

/** The control of a stand-in marketplace that is reached by `act`, which makes one call of `/sandbox/control/…`. */
export function marketOverHttp(act: (action: string, body: object) => Promise<unknown>): Market {
  const acts = Object.entries(ARGUMENTS).map(([name, names]) => {
    const over = async (...given: unknown[]) => {
      const body = Object.assign({}, ...names.map((key, at) => (key === null ? given[at] : { [key]: given[at] })))
      const answer = (await act(name === 'nowMs' ? 'now' : name, body)) as Record<string, unknown>
      const result = RESULTS[name as keyof Market]
      return result === undefined ? answer : answer[result]
    }
    return [name, over] as const
  })
  return Object.fromEntries(acts) as unknown as Market
}
