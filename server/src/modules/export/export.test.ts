import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { allCalls } from '@huanji/contract/calls'
import { EXPORT_KINDS, type ExportKindKey } from '@huanji/contract/export-kinds'
import { auth } from '@huanji/contract/features/auth/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { EXPORT_COLUMNS, EXPORT_FILTERS } from '@huanji/contract/list-columns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ZodObject } from 'zod'
import { DatabaseUnavailable } from '../../database/errors.ts'
import { granted } from '../auth/testing/account-gateway.ts'
import { secondsLeft } from './present.ts'
import { type ExportGateway, startExportGateway } from './testing/export-gateway.ts'

const ORDERS = 35
const READING = ['/api/yushiorder/v1/order/list', '/api/goods/export_list']
const EXPORTING = [...READING, '/api/yushiorder/v1/order/export']

let gateway: ExportGateway
let numbers: string[]
beforeAll(async () => {
  gateway = await startExportGateway()
  numbers = await gateway.orders(gateway.merchant, ORDERS)
  await gateway.orders(gateway.stranger, 3, '=别家的')
})
afterAll(() => gateway.close())

/** The files that lie under an export's folder. */
function filesOf(exportId: string): number {
  const folder = path.join(gateway.database.dataFolder, 'files', 'content', 'exports', gateway.merchant.merchantId)
  try {
    return readdirSync(path.join(folder, exportId)).filter((name) =>
      statSync(path.join(folder, exportId, name)).isFile(),
    ).length
  } catch {
    return 0
  }
}

const orderNos = (text: string): (string | undefined)[] =>
  gateway.rowsOf(text).map(([cell]) => cell?.replace(/^"\t|"$/g, ''))

describe('an export', () => {
  it('is every row of the filter in the list’s order, once, part by part', async () => {
    const exportId = await gateway.asked({ columns: ['orderNo', 'deal', 'orderedAt'] })
    expect(await gateway.look(exportId)).toMatchObject({
      state: 'queued',
      rowsDone: 0,
      rowsTotal: null,
      requestedBy: expect.any(String),
      title: '鱼市订单',
      filterText: '',
      isMine: true,
      allowedActions: ['cancel'],
    })
    await gateway.runJobs()
    expect(await gateway.look(exportId)).toMatchObject({
      state: 'ready',
      rowsDone: ORDERS,
      rowsTotal: ORDERS,
      isSeen: false,
      allowedActions: ['download'],
      problem: '',
    })
    expect(filesOf(exportId)).toBe(3)
    const text = await gateway.file(exportId)
    expect(text.split('\r\n')[0]).toBe('订单号,成交价,下单时间')
    expect(orderNos(text)).toEqual(numbers)
    expect(gateway.rowsOf(text)[0]?.slice(1)).toEqual(['1000.35', '2026-11-01 08:35:00'])
    expect((await gateway.look(exportId)).isSeen).toBe(true)
  })

  it('says in words what was asked for, and holds what the filter finds', async () => {
    const input = { filter: { state: 'shipped', orderedFrom: '2026-11-01T00:30:00.000Z' } as const }
    const exportId = await gateway.asked({ ...input, columns: ['orderNo'] })
    await gateway.runJobs()
    expect((await gateway.look(exportId)).filterText).toBe('状态：已发货；下单不早于：2026-11-01 08:30')
    expect(orderNos(await gateway.file(exportId))).toEqual(numbers.slice(0, 6))
    const none = await gateway.ask({ filter: { state: 'closed' } })
    expect(none._bizErrCode).toBe('EXPORT_EMPTY')
  })

  it('is named, and sent so that it can do nothing where it is opened', async () => {
    const exportId = await gateway.asked({ format: 'xlsx' })
    await gateway.runJobs()
    const { url, fileName } = await gateway.link(exportId)
    const answer = await gateway.load(url)
    expect(fileName).toBe('鱼市订单_20261120_100000.xlsx')
    expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(fileName)}`)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { bytes } = await gateway.look(exportId)
    expect((await answer.arrayBuffer()).byteLength).toBe(bytes)
  })

  it('goes on after the last part when its worker is lost, and has no row twice', async () => {
    for (const lostAfter of [3, 6, 9, 11]) {
      const exportId = await gateway.asked({ columns: ['orderNo'] })
      gateway.hooks.afterCommit = async (count) => {
        if (count === lostAfter) throw new DatabaseUnavailable('the worker is lost')
      }
      await gateway.runJobs()
      gateway.hooks.afterCommit = null
      expect((await gateway.look(exportId)).state).toMatch(/queued|running/)
      gateway.clock.advance(60_000)
      await gateway.runJobs()
      expect(await gateway.look(exportId)).toMatchObject({ state: 'ready', problem: '' })
      expect(orderNos(await gateway.file(exportId))).toEqual(numbers)
      expect(filesOf(exportId)).toBe(3)
      const notices = 'select employee_id, detail from notice where subject_id = $1'
      const { rows } = await gateway.database.open.ownerQuery(notices, [exportId])
      expect(rows).toEqual([{ employee_id: gateway.merchant.employeeId, detail: `共 ${numbers.length} 行` }])
    }
  })

  it('defect: a file begun in another form was gone on with: it begins anew, and no other version goes on with ours', async () => {
    const exportId = await gateway.asked({ columns: ['orderNo'] })
    gateway.hooks.afterCommit = async (count) => {
      if (count === 6) throw new DatabaseUnavailable('the worker is lost')
    }
    await gateway.runJobs()
    gateway.hooks.afterCommit = null
    const { ownerQuery } = gateway.database.open
    const kept = await ownerQuery('select cursor, parts from export_task where id = $1', [exportId])
    const [{ cursor, parts }] = kept.rows as [{ cursor: { page: string; rows: number }; parts: unknown[] }]
    expect(parts.length).toBeGreaterThan(0)
    // the list knows no such place, so that a version without forms stops
    const beyond = { cursor: cursor.page, pageSize: 4 }
    const read = granted(await gateway.call(auctionOrder.list, beyond, { login: gateway.owner }))
    expect(read.previousCursor).toBeNull()
    // as the version before has kept it
    const { page, rows } = cursor
    const old = { page: page.replace('captioned:', ''), rows, crc: 0, rawBytes: 0, packedBytes: 0 }
    expect(old.page).not.toBe(page)
    await ownerQuery('update export_task set cursor = $2 where id = $1', [exportId, JSON.stringify(old)])
    gateway.clock.advance(60_000)
    await gateway.runJobs()
    expect(await gateway.look(exportId)).toMatchObject({ state: 'ready', rowsDone: ORDERS })
    expect(orderNos(await gateway.file(exportId))).toEqual(numbers)
    expect(filesOf(exportId)).toBe(3)
  })

  it('defect: each page counted the tabs of the list, which nobody sees', async () => {
    const made: number[] = []
    gateway.hooks.statements = (count) => made.push(count)
    const exportId = await gateway.asked({ columns: ['orderNo'] })
    await gateway.runJobs()
    gateway.hooks.statements = null
    expect((await gateway.look(exportId)).state).toBe('ready')
    // whose rights it has, how many rows there are, and a note of that; then for each of three pages of three parts
    // whether it still runs, whose rights it has, and the rows
    expect(made.filter((count) => count === 3)).toHaveLength(10)
  })

  it('defect: what orders leave was worked out for a file without these columns', async () => {
    const made: number[] = []
    gateway.hooks.statements = (count) => made.push(count)
    await gateway.asked({ columns: ['orderNo', 'margin'] })
    await gateway.runJobs()
    gateway.hooks.statements = null
    // the phones of a page's orders, their lines, their bills and what their cases paid back; the rows are counted
    // without them, six begin the file with its merchant's name, and six tell of its end with a notice
    expect(made.filter((count) => count === 3)).toHaveLength(1)
    expect(made.filter((count) => count === 7)).toHaveLength(9)
    expect(made.filter((count) => count === 6)).toHaveLength(2)
  })

  it('is cancelled at once, and leaves nothing behind', async () => {
    const exportId = await gateway.asked()
    let committed = 0
    gateway.hooks.afterCommit = async (count) => {
      committed = count
      if (count === 6) granted(await gateway.act('cancel', exportId))
    }
    await gateway.runJobs()
    gateway.hooks.afterCommit = null
    expect(committed).toBeLessThanOrEqual(8)
    await gateway.runJobs()
    expect(await gateway.look(exportId)).toMatchObject({ state: 'cancelled', allowedActions: [] })
    expect(filesOf(exportId)).toBe(0)
    expect((await gateway.act('link', exportId))._bizErrCode).toBe('STATE_CHANGED')
    expect((await gateway.act('cancel', exportId))._errStr).toBe('当前状态为“已取消”，不能取消，请刷新后重试')
  })

  it('is not asked for without end', async () => {
    const answers = []
    for (let index = 0; index < 6; index += 1) answers.push(await gateway.ask({}, gateway.owner))
    expect(answers.map(({ _bizErrCode }) => _bizErrCode)).toEqual(['', '', '', '', '', 'EXPORT_LIMIT'])
    await gateway.runJobs()
  })
})

describe('who may have what', () => {
  it('has only columns that the person may see', async () => {
    const { login } = await gateway.clerk(EXPORTING)
    const refused = await gateway.ask({ columns: ['orderNo', 'deal'] }, login)
    expect(refused).toMatchObject({ _bizErrCode: 'EXPORT_COLUMN_CLOSED', _errStr: expect.stringContaining('成交价') })
    const exportId = await gateway.asked({}, login)
    await gateway.runJobs()
    const text = await gateway.file(exportId, login)
    expect(text).not.toContain('成交价')
    expect(text).not.toContain('1000.35')
    expect(text.split('\r\n')[0]?.split(',')).toHaveLength(
      Object.values(EXPORT_COLUMNS['auction-orders']).filter(({ rights }) => rights === undefined).length,
    )
  })

  it('fails when a right is lost before it is done, and is not to be had when it is lost afterwards', async () => {
    const { login, roleId } = await gateway.clerk([...EXPORTING, 'field:orderMoney'])
    const done = await gateway.asked({}, login)
    await gateway.runJobs()
    const { url } = await gateway.link(done, login)
    const waiting = await gateway.asked({}, login)
    await gateway.query("update role set grants = array_remove(grants, 'field:orderMoney') where id = $1", [roleId])
    await gateway.runJobs()
    const failed = await gateway.look(waiting, login)
    expect(failed.state).toBe('failed')
    expect(failed.problem).toContain('成交价')
    expect(failed.allowedActions).toEqual(['cancel'])
    expect((await gateway.act('retry', waiting, login))._bizErrCode).toBe('EXPORT_COLUMN_CLOSED')
    expect((await gateway.look(done, login)).allowedActions).toEqual([])
    expect((await gateway.act('link', done, login))._bizErrCode).toBe('EXPORT_COLUMN_CLOSED')
    expect((await gateway.load(url)).status).toBe(400)
    await gateway.query("update role set grants = grants || 'field:orderMoney'::text where id = $1", [roleId])
    granted(await gateway.act('retry', waiting, login))
    await gateway.runJobs()
    expect(await gateway.look(waiting, login)).toMatchObject({ state: 'ready', rowsDone: ORDERS })
  })

  it('is its owner’s, and of those who see all', async () => {
    const exportId = await gateway.asked()
    await gateway.runJobs()
    const clerk = await gateway.clerk([...EXPORTING, 'field:orderMoney'])
    expect(await gateway.records(clerk.login)).toEqual([])
    for (const name of ['cancel', 'retry', 'link', 'seen'] as const) {
      expect((await gateway.act(name, exportId, clerk.login))._bizErrCode).toBe('NOT_FOUND')
      expect((await gateway.act(name, exportId, gateway.otherOwner))._bizErrCode).toBe('NOT_FOUND')
    }
    const seesAll = await gateway.clerk([...EXPORTING, 'scope:allExports'])
    const [record] = (await gateway.records(seesAll.login)).filter((one) => one.exportId === exportId)
    // the money columns are not theirs, whoever asked for them
    expect(record).toMatchObject({ isMine: false, isSeen: true, allowedActions: [] })
    expect((await gateway.act('link', exportId, seesAll.login))._bizErrCode).toBe('EXPORT_COLUMN_CLOSED')
  })

  it('is loaded by a whole link within its minute alone', async () => {
    const exportId = await gateway.asked()
    await gateway.runJobs()
    const { url, expiresAt } = await gateway.link(exportId)
    expect((await gateway.load(url)).status).toBe(200)
    const [body = '', signature = ''] = url.split('/').at(-1)?.split('.') ?? []
    const content = JSON.parse(Buffer.from(body, 'base64url').toString())
    content[4] = String(Number(content[4]) + 3_600_000)
    const longer = Buffer.from(JSON.stringify(content)).toString('base64url')
    expect((await gateway.load(url.replace(body, longer))).status).toBe(400)
    expect((await gateway.load(url.replace(signature, ''))).status).toBe(400)
    gateway.clock.set(expiresAt)
    expect((await gateway.load(url)).status).toBe(400)
  })

  it('whose file the storage has lost says so before anything is sent', async () => {
    const exportId = await gateway.asked()
    await gateway.runJobs()
    const { storage } = gateway.services
    for await (const key of storage.list()) if (key.includes(exportId)) await storage.remove(key)
    const response = await gateway.load((await gateway.link(exportId)).url)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('请回到列表重新导出')
  })

  it('is loaded by no link whose session was ended', async () => {
    const owner = await gateway.signIn('13800160001')
    const exportId = await gateway.asked()
    await gateway.runJobs()
    const { url } = await gateway.link(exportId, owner)
    expect((await gateway.load(url)).status).toBe(200)
    await gateway.call(auth.logout, {}, { login: owner })
    expect((await gateway.load(url)).status).toBe(400)
  })

  it('needs the right to the list, and to take it along', async () => {
    const { login } = await gateway.clerk(READING)
    expect((await gateway.ask({}, login))._errCode).not.toBe('0')
    const blind = await gateway.clerk(['/api/yushiorder/v1/order/export'])
    expect((await gateway.ask({}, blind.login))._bizErrCode).toBe('EXPORT_NOT_GRANTED')
  })
})

describe('what is said of it', () => {
  it.each(Object.keys(EXPORT_KINDS) as ExportKindKey[])('every filter of %s has a word', (kind) => {
    const asks = allCalls.find(({ path: at }) => at === EXPORT_KINDS[kind].createPath)
    const input = asks?.input as ZodObject<{ filter: ZodObject }> | undefined
    const names = Object.keys(input?.shape.filter.shape ?? {})
    expect(names).not.toEqual([])
    expect(names.filter((name) => name !== 'sort' && EXPORT_FILTERS[kind][name] === undefined)).toEqual([])
  })

  it('tells the time that is left by the pace so far', () => {
    const task = { state: 'running', startedAt: '2026-11-20T02:00:00.000Z', rowsDone: 1000, rowsTotal: 4000 } as const
    expect(secondsLeft(task, new Date('2026-11-20T02:00:10.000Z'))).toBe(30)
    expect(secondsLeft(task, new Date('2026-11-20T02:00:01.000Z'))).toBeNull()
    expect(secondsLeft({ ...task, state: 'ready' }, new Date('2026-11-20T02:00:10.000Z'))).toBeNull()
  })
})

// the last one: nobody is signed in any more after so long
describe('an old export', () => {
  it('is removed when its time is over', async () => {
    const exportId = await gateway.asked()
    await gateway.runJobs()
    const { expiresAt } = await gateway.look(exportId)
    const { url } = await gateway.link(exportId)
    gateway.clock.set(String(expiresAt))
    await gateway.app.runtime.runSchedules()
    const owner = await gateway.signIn('13800160001')
    expect(await gateway.look(exportId, owner)).toMatchObject({ state: 'expired', allowedActions: [] })
    expect(filesOf(exportId)).toBe(0)
    expect((await gateway.load(url)).status).toBe(400)
  })
})
