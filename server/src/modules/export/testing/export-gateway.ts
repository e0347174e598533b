import type { InputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { exportTasks, goodsExport } from '@huanji/contract/features/export/calls'
import { auctionOrderExport } from '@huanji/contract/features/order/export'
import { role } from '@huanji/contract/features/people/role'
import type { Tx } from '../../../database/database.ts'
import { groups } from '../../../modules.ts'
import { newId } from '../../../platform/ids.ts'
import { granted, startAccountGateway } from '../../auth/testing/account-gateway.ts'
import type { CreatedMerchant } from '../../people/commands.ts'
import { exportDownload } from '../download.ts'
import { exportJobs, exportSchedules } from '../jobs.ts'

/** So small that some tens of rows are several parts of several pages. */
const STEPS = { pageRows: 4, partRows: 10 }

let nextPhone = 13_800_161_000

/** What a test sees of the work between two transactions; throwing there loses the worker. */
interface Hooks {
  afterCommit: ((count: number) => Promise<void>) | null
  /** Hears how many statements each transaction of the work has made. */
  statements: ((count: number) => void) | null
}

/** The same transaction, with each statement told to `heard`. */
function counting(tx: Tx, heard: () => void): Tx {
  const told =
    <Words extends unknown[], Result>(work: (...words: Words) => Result) =>
    (...words: Words): Result => {
      heard()
      return work(...words)
    }
  return { ...tx, rows: told(tx.rows) as Tx['rows'], one: told(tx.one) as Tx['one'], run: told(tx.run) }
}

/** The whole product with a merchant and a stranger's, orders of both, and the steps that tests of exports share. */
export async function startExportGateway() {
  const hooks: Hooks = { afterCommit: null, statements: null }
  const jobs = exportJobs(groups, STEPS)
  const watched: ReturnType<typeof exportJobs> = Object.fromEntries(
    Object.entries(jobs).map(([kind, run]) => [
      kind,
      (job, services) => {
        let count = 0
        const tenant: typeof services.db.tenant = async (merchantId, work) => {
          let statements = 0
          const result = await services.db.tenant(merchantId, (tx) =>
            work(
              counting(tx, () => {
                statements += 1
              }),
            ),
          )
          count += 1
          hooks.statements?.(statements)
          await hooks.afterCommit?.(count)
          return result
        }
        const seen = { ...services, db: { ...services.db, tenant } }
        return typeof run === 'function' ? run(job, seen) : run.run(job, seen)
      },
    ]),
  )
  const gateway = await startAccountGateway({
    modules: { jobHandlers: watched, schedules: exportSchedules, downloads: [exportDownload(groups)] },
  })
  const merchant = await gateway.merchant('13800160001', '导出商家')
  const stranger = await gateway.merchant('13800160002', '别的商家')
  const owner = await gateway.signIn('13800160001')
  const otherOwner = await gateway.signIn('13800160002')

  /** Puts orders past the program, the newest with the highest number; gives their numbers, newest first. */
  async function orders(of: CreatedMerchant, count: number, title = '苹果 iPhone 15'): Promise<string[]> {
    const shop = newId()
    await gateway.query(
      `insert into shop_account (merchant_id, id, authorize_id, user_identity, user_name, nick, shop_name, authorised_until,
         is_valid, is_pro, deposit_enough, item_biz_types, created_at, refreshed_at)
       select $1, $2, (select count(*) + 1 from shop_account), 'x', 'x', '一号店', '一号店', now(), true, false, true, '{}', now(), now()`,
      [of.merchantId, shop],
    )
    const rows = await gateway.query(
      `insert into sale_order (merchant_id, id, channel, order_no, state, shop_account_id, title, model_id, model_name,
         sku_text, grade, unit_count, imei, bar_code, deal_price_fen, paid_fen, buyer_nick, ordered_at, remote_updated_at,
         created_at, updated_at)
       select $1, gen_random_uuid(), 'auction', '2026' || lpad(n::text, 15, '0'), 'shipped', $2, $4 || ' ' || n,
         'apple-iphone-15', 'iPhone 15', '128GB', '95', 1, '86' || lpad(n::text, 13, '0'), 'B' || n, 100000 + n, 100000 + n,
         '买家', timestamptz '2026-11-01' + n * interval '1 minute', now(), now(), now()
       from generate_series(1, $3::int) n returning order_no`,
      [of.merchantId, shop, count, title],
    )
    return rows.map(({ order_no }) => String(order_no)).reverse()
  }

  type Input = InputOf<typeof auctionOrderExport.create>
  const ask = (input: Partial<Input> = {}, login = owner) =>
    gateway.call(auctionOrderExport.create, { format: 'csv', filter: {}, ...input }, { login })
  const asked = async (input: Partial<Input> = {}, login = owner) => granted(await ask(input, login)).exportId
  const records = async (login = owner) => granted(await gateway.call(goodsExport.list, {}, { login })).list
  const look = async (exportId: string, login = owner) => {
    const row = (await records(login)).find((one) => one.exportId === exportId)
    if (row === undefined) throw new Error('no such export')
    return row
  }
  const act = (name: 'cancel' | 'retry' | 'link' | 'seen', exportId: string, login = owner) =>
    gateway.call(exportTasks[name], { exportId }, { login })
  const link = async (exportId: string, login = owner) =>
    granted(await gateway.call(exportTasks.link, { exportId }, { login }))
  const load = (url: string) => fetch(`${gateway.url}${url}`)
  const file = async (exportId: string, login = owner) => (await load((await link(exportId, login)).url)).text()
  /** The lines of a CSV file without its titles, each as its cells. */
  const rowsOf = (text: string) =>
    text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))

  /** Somebody with a password and a role of these grants alone. */
  async function clerk(grants: string[]): Promise<{ staffId: string; roleId: string; login: LoginContext }> {
    nextPhone += 1
    const phone = String(nextPhone)
    const staffId = await gateway.employee(merchant, phone, 'inspector')
    const made = granted(
      await gateway.call(role.edit, { name: `导出${phone}`, grants, refundLimitFen: 0 }, { login: owner }),
    )
    await gateway.query('update employee_role set role_id = $3 where merchant_id = $1 and employee_id = $2', [
      merchant.merchantId,
      staffId,
      made.roleId,
    ])
    return { staffId, roleId: made.roleId, login: await gateway.signIn(phone) }
  }

  const steps = { orders, ask, asked, records, look, act, link, load, file, rowsOf, clerk }
  return { ...gateway, hooks, merchant, stranger, owner, otherOwner, ...steps }
}

export type ExportGateway = Awaited<ReturnType<typeof startExportGateway>>
