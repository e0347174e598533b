import type { InputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { savedView } from '@huanji/contract/features/saved-view/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { type AccountGateway, granted, startAccountGateway } from '../auth/testing/account-gateway.ts'
import type { CreatedMerchant } from '../people/commands.ts'

let gateway: AccountGateway
let merchant: CreatedMerchant
let owner: LoginContext
let clerk: LoginContext
let colleague: LoginContext
/** Sees no bills. */
let inspector: LoginContext
let foreign: LoginContext

beforeAll(async () => {
  gateway = await startAccountGateway()
  merchant = await gateway.merchant('13800142001', '常用筛选商家')
  await gateway.merchant('13800142002', '别的商家')
  owner = await gateway.signIn('13800142001')
  foreign = await gateway.signIn('13800142002')
  const hired = async (phone: string, preset: 'manager' | 'inspector') => {
    await gateway.employee(merchant, phone, preset)
    return gateway.signIn(phone)
  }
  clerk = await hired('13800142003', 'manager')
  colleague = await hired('13800142004', 'manager')
  inspector = await hired('13800142005', 'inspector')
})
afterAll(() => gateway.close())

type Save = InputOf<typeof savedView.save>
const LISTINGS = { listKey: 'listings', query: 'state=on_sale&grade=95', columns: null, isShared: false }

const save = (login: LoginContext, input: Partial<Save> & Pick<Save, 'name'>) =>
  gateway.call(savedView.save, { ...LISTINGS, ...input }, { login })
const saved = async (login: LoginContext, input: Partial<Save> & Pick<Save, 'name'>) =>
  granted(await save(login, input)).viewId
const views = async (login: LoginContext, listKey = 'listings') =>
  granted(await gateway.call(savedView.list, { listKey }, { login })).views
const update = (login: LoginContext, input: InputOf<typeof savedView.update>) =>
  gateway.call(savedView.update, input, { login })
const remove = (login: LoginContext, viewId: string) => gateway.call(savedView.remove, { viewId }, { login })
const names = async (login: LoginContext, listKey?: string) => (await views(login, listKey)).map(({ name }) => name)

const logged = (viewId: string) =>
  gateway.query(
    `select action_label as label, who, before, after from audit_log where merchant_id = $1 and subject = 'view' and subject_id = $2
     order by sequence`,
    [merchant.merchantId, viewId],
  )

describe('a view', () => {
  it('keeps query and columns under a name, of one’s own', async () => {
    const columns = { density: 'compact', order: ['title', 'state'], shown: { imei: false }, widths: { title: 320 } }
    const viewId = await saved(clerk, { name: '在售九五新', listKey: 'auction-orders', columns })
    expect(await views(clerk, 'auction-orders')).toEqual([
      {
        viewId,
        name: '在售九五新',
        query: LISTINGS.query,
        columns,
        isShared: false,
        isMine: true,
        version: 1,
        ownerName: '员工2003',
      },
    ])
    expect(await views(colleague, 'auction-orders')).toEqual([])
    expect(await views(owner, 'auction-orders')).toEqual([])
    expect(await logged(viewId)).toEqual([])
  })

  it('that is shared is seen by all who may see the list, and by nobody else', async () => {
    const viewId = await saved(clerk, { name: '共享的', listKey: 'bills', isShared: true })
    const [seen] = await views(colleague, 'bills')
    expect(seen).toMatchObject({ viewId, isMine: false, isShared: true, ownerName: '员工2003' })
    expect(await names(owner, 'bills')).toContain('共享的')
    expect(await names(inspector, 'bills')).not.toContain('共享的')
    expect(await names(foreign, 'bills')).not.toContain('共享的')
    granted(await remove(clerk, viewId))
  })

  it('stands after the shared ones, each by name', async () => {
    const ids = [
      await saved(clerk, { name: 'b', listKey: 'bills' }),
      await saved(clerk, { name: 'a', listKey: 'bills' }),
      await saved(colleague, { name: 'd', listKey: 'bills', isShared: true }),
      await saved(clerk, { name: 'c', listKey: 'bills', isShared: true }),
    ]
    expect(await names(clerk, 'bills')).toEqual(['c', 'd', 'a', 'b'])
    for (const [index, viewId] of ids.entries()) granted(await remove(index === 2 ? colleague : clerk, viewId))
  })

  it('is not to be had for a list that one may not see, or that keeps none', async () => {
    for (const input of [{ listKey: 'bills' }, { listKey: 'no-such-list' }]) {
      expect((await save(inspector, { name: '偷看', ...input }))._bizErrCode).toBe('VIEW_LIST_CLOSED')
    }
    expect(await views(inspector, 'no-such-list')).toEqual([])
  })

  it('has a name of its own in its list', async () => {
    const viewId = await saved(clerk, { name: '同名' })
    const taken = await save(clerk, { name: ' 同名 ' })
    expect(taken).toMatchObject({ _bizErrCode: 'VIEW_NAME_TAKEN', _data: { field: 'name' } })
    expect(taken._errStr).toBe('已有名为“同名”的常用筛选，请换一个名称')
    const others = [await saved(colleague, { name: '同名' }), await saved(clerk, { name: '同名', listKey: 'bills' })]
    const other = await saved(clerk, { name: '另一个' })
    expect((await update(clerk, { viewId: other, version: 1, name: '同名' }))._bizErrCode).toBe('VIEW_NAME_TAKEN')
    granted(await update(clerk, { viewId, version: 1, name: '同名', query: '' }))
    granted(await remove(colleague, others[0] ?? ''))
    for (const id of [viewId, other, others[1] ?? '']) granted(await remove(clerk, id))
  })

  it('is one of thirty at most, also of many that are saved at once', async () => {
    const at = { listKey: 'addresses' }
    const answers = await Promise.all(
      Array.from({ length: 33 }, (_, index) => save(colleague, { name: `常用筛选${index}`, ...at })),
    )
    expect(answers.filter(({ _bizErrCode }) => _bizErrCode === 'VIEW_LIMIT')).toHaveLength(3)
    expect(await views(colleague, 'addresses')).toHaveLength(30)
    granted(await save(clerk, { name: '别人的', ...at }))
  })

  it('keeps its columns and its name small', async () => {
    const malformed = [
      { name: '大', columns: { widths: 'x'.repeat(4096) } },
      { name: '超'.repeat(21) },
      { name: '  ' },
      { name: '长', query: 'q'.repeat(2001) },
    ]
    for (const input of malformed) expect((await save(clerk, input))._errCode).toBe(ERR.malformed)
  })
})

describe('a change of a view', () => {
  it('names the version that it was made from', async () => {
    const viewId = await saved(clerk, { name: '版本' })
    expect(granted(await update(clerk, { viewId, version: 1, query: 'grade=90' }))).toEqual({ version: 2 })
    const late = await update(clerk, { viewId, version: 1, query: 'grade=80' })
    expect(late._bizErrCode).toBe('VERSION_CONFLICT')
    expect(late._errStr).toContain('员工2003')
    expect((await views(clerk)).find((view) => view.viewId === viewId)).toMatchObject({ query: 'grade=90', version: 2 })
    granted(await remove(clerk, viewId))
    expect((await remove(clerk, viewId))._bizErrCode).toBe('NOT_FOUND')
  })

  it('of a shared one is its owner’s and the merchant’s owner’s', async () => {
    const viewId = await saved(clerk, { name: '大家的', isShared: true })
    for (const refused of [
      await update(colleague, { viewId, version: 1, name: '我的' }),
      await remove(colleague, viewId),
    ]) {
      expect(refused).toMatchObject({ _bizErrCode: 'VIEW_NOT_YOURS' })
      expect(refused._errStr).toBe('“大家的”由员工2003共享，只有员工2003或老板可以修改')
    }
    granted(await update(owner, { viewId, version: 1, query: 'grade=99' }))
    granted(await remove(owner, viewId))
    expect((await logged(viewId)).map(({ label, who }) => [label, who])).toEqual([
      ['共享常用筛选', '员工2003'],
      ['修改共享常用筛选', expect.any(String)],
      ['删除共享常用筛选', expect.any(String)],
    ])
  })

  it('is recorded from the moment it is shared to the moment it is not', async () => {
    const viewId = await saved(clerk, { name: '记录', query: 'keyword=%E8%8B%B9%E6%9E%9C' })
    granted(await update(clerk, { viewId, version: 1, isShared: true }))
    granted(await update(clerk, { viewId, version: 2, columns: { order: ['a'] } }))
    granted(await update(clerk, { viewId, version: 3, isShared: false }))
    granted(await update(clerk, { viewId, version: 4, name: '又是我的' }))
    expect((await logged(viewId)).map(({ before, after }) => [before, after])).toEqual([
      [{ 共享: '否' }, { 共享: '是' }],
      [{ 列设置: '默认' }, { 列设置: '已更换' }],
      [{ 共享: '是' }, { 共享: '否' }],
    ])
    granted(await remove(clerk, viewId))
  })

  it('of another person’s or another merchant’s finds nothing', async () => {
    const own = await saved(clerk, { name: '私有' })
    const shared = await saved(clerk, { name: '公开', listKey: 'bills', isShared: true })
    const cases: [LoginContext, string][] = [
      [owner, own],
      [colleague, own],
      [foreign, own],
      [foreign, shared],
      [inspector, shared],
    ]
    for (const [login, viewId] of cases) {
      for (const id of [viewId, newId()]) {
        expect((await update(login, { viewId: id, version: 1, name: '改' }))._bizErrCode).toBe('NOT_FOUND')
        expect((await remove(login, id))._bizErrCode).toBe('NOT_FOUND')
      }
    }
    for (const viewId of [own, shared]) granted(await remove(clerk, viewId))
  })
})
