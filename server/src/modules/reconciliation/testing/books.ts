import type { OutputOf } from '@huanji/contract/call'
import { bill, billDetail } from '@huanji/contract/features/bill/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { billCheck, billImport } from '@huanji/contract/features/reconciliation/calls'
import { startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'

/** What the orders of these tests are sold for, and what is left of it: 40 yuan for the service, 30 for the inspection. */
export const PRICE_FEN = 200_000
export const NET_FEN = 193_000

export type Finding = OutputOf<typeof billCheck.list>['list'][number]
export type Order = Awaited<ReturnType<TradingGateway['paid']>>
type Named = Pick<Order, 'orderNo'>

/** What is sent to settle a finding. */
export const asked = ({ findingId, version }: Finding) => ({ findingId, version, reason: '与闲鱼客服核实' })

const FILE_NAME = '结算单.csv'

/** A merchant that trades, its books, and what tests of reconciling them do. */
export async function openBooks(name: string) {
  const gateway = await startTradingGateway()
  const owner = await gateway.shopOwner(name)
  const userName = `shop${owner.seller.sellerId}`

  /** An order that is completed, and that the marketplace has not settled. */
  async function completed(): Promise<Order> {
    const unit = await gateway.onSale(owner)
    const order = await gateway.paid(owner, unit, PRICE_FEN)
    await gateway.data(auctionOrder.delivery, gateway.shipmentInput(order, unit), owner.login)
    await gateway.pass(1_000)
    gateway.control.confirmReceipt(order.orderNo)
    await gateway.pass(1_000)
    return order
  }

  const poll = () => gateway.poll(owner.seller)
  const rowsOf = async ({ orderNo }: Named) => (await gateway.data(bill.list, { orderNo }, owner.login)).list
  const netOf = async ({ orderNo }: Named) => (await gateway.data(billDetail.orders, { orderNo }, owner.login)).list[0]

  /** Compares all orders, and gives the list of findings. */
  async function check(): Promise<OutputOf<typeof billCheck.list>> {
    await gateway.data(billCheck.run, { scope: 'all' }, owner.login)
    await gateway.runJobs()
    return gateway.data(billCheck.list, {}, owner.login)
  }

  /** Every finding of an order that waits for somebody. */
  const findingsOf = async ({ orderNo }: Named): Promise<Finding[]> =>
    (await gateway.data(billCheck.list, { orderNo, state: 'open' }, owner.login)).list

  async function findingOf(order: Named): Promise<Finding> {
    const [finding] = await findingsOf(order)
    if (!finding) throw new Error(`nothing was found of ${order.orderNo}`)
    return finding
  }

  /** Whatever waits for somebody, by kind and subject. */
  async function openFindings(): Promise<string[]> {
    const { list } = await gateway.data(billCheck.list, { state: 'open' }, owner.login)
    return list.map(({ kind, subject }) => `${kind} ${subject}`)
  }

  /** Changes a row behind the product's back. */
  async function tamper(text: string, values: unknown[]): Promise<void> {
    const { open } = gateway.database
    const tables = ['bill', 'settlement', 'sale_order']
    for (const table of tables) await open.ownerQuery(`alter table ${table} no force row level security`)
    await open.ownerQuery(text, values)
    for (const table of tables) await open.ownerQuery(`alter table ${table} force row level security`)
  }

  /** The marketplace's file of everything that it has settled: its head, and its lines. */
  async function statement(): Promise<[head: string, ...lines: string[]]> {
    const url = `${gateway.marketplaceUrl()}/pages/statement?user=${userName}&from=2026-01-01&to=2027-01-01`
    const [head = '', ...lines] = (await (await fetch(url)).text()).trimEnd().split('\r\n')
    return [head, ...lines]
  }

  const preview = (text: string) => gateway.data(billImport.preview, { fileName: FILE_NAME, text }, owner.login)
  const take = (text: string) => gateway.data(billImport.take, { fileName: FILE_NAME, text }, owner.login)

  const reads = { rowsOf, netOf, findingsOf, findingOf, openFindings, statement }
  return { gateway, owner, userName, completed, poll, check, tamper, preview, take, ...reads }
}

export type Books = Awaited<ReturnType<typeof openBooks>>
