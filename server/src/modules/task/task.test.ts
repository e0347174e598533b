import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { merchant as merchantCalls } from '@huanji/contract/features/merchant/calls'
import { employee } from '@huanji/contract/features/people/employee'
import { task } from '@huanji/contract/features/task/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../../database/errors.ts'
import { later } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { granted } from '../auth/testing/account-gateway.ts'
import { startTaskGateway, type TaskGateway } from './testing/task-gateway.ts'

const STAFF_GRANTS = ['/account/staff', '/api/emp/list', '/api/emp/updateStatus']

let gateway: TaskGateway
beforeAll(async () => {
  gateway = await startTaskGateway()
})
afterAll(() => gateway.close())
afterEach(async () => {
  gateway.hooks.afterRow = null
  gateway.hooks.afterCommit = null
  await gateway.runJobs()
})

const disable = (keyword: string) => ({ action: 'employee.disable' as const, filter: { keyword } })
const deleteAddresses = (keyword: string) => ({ action: 'address.delete' as const, filter: { keyword } })

const statuses = async (ids: readonly string[]) => {
  const rows = await gateway.query('select id, status, version from employee where id = any ($1)', [ids])
  return rows.map(({ status, version }) => `${status} ${version}`)
}

describe('a task', () => {
  it('makes the call for every row of the filter, as its owner’s own calls', async () => {
    const ids = await gateway.hire('甲', 12)
    const { taskId, total, totalIsCapped } = await gateway.begun(disable('甲'))
    expect({ total, totalIsCapped }).toEqual({ total: 12, totalIsCapped: false })
    expect(await gateway.look(taskId)).toMatchObject({ state: 'running', title: '停用', doneCount: 0, isSeen: false })
    await gateway.runJobs()
    expect(await gateway.look(taskId)).toMatchObject({
      state: 'done',
      doneCount: 12,
      failedCount: 0,
      skippedCount: 0,
      failures: [],
      problem: '',
      finishedAt: gateway.clock.now().toISOString(),
    })
    expect(new Set(await statuses(ids))).toEqual(new Set(['disabled 2']))
    const entries = await gateway.query(
      `select distinct who, ip, action_label from audit_log where merchant_id = $1 and subject = 'employee' and subject_id = any ($2)
       and action = $3`,
      [gateway.merchant.merchantId, ids, employee.updateStatus.path],
    )
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ ip: '127.0.0.1' })
  })

  it('passes over the rows that do not allow the action, with how they stand', async () => {
    await gateway.hire('乙', 3)
    const [first = ''] = (await gateway.query("select id from employee where name = '乙001'")).map(({ id }) =>
      String(id),
    )
    granted(await gateway.call(employee.updateStatus, { staffId: first, status: 'disabled' }, { login: gateway.owner }))
    const { taskId } = await gateway.begun(disable('乙'))
    await gateway.runJobs()
    expect(await gateway.look(taskId)).toMatchObject({
      total: 3,
      doneCount: 2,
      skippedCount: 1,
      failedCount: 0,
      skips: [{ message: '当前为“停用”，不能停用', count: 1 }],
    })
  })

  it('says where somebody’s own rights stand in the way', async () => {
    await gateway.employee(gateway.merchant, '13800141999', 'manager', false)
    const { login } = await gateway.clerk(STAFF_GRANTS)
    const { taskId } = await gateway.begun(disable('13800141999'), login)
    expect((await gateway.look(taskId, login)).skips).toEqual([{ message: '对方拥有您没有的权限，不能停用', count: 1 }])
  })

  it('that has nothing to do has ended when it is made', async () => {
    const { taskId } = await gateway.begun({ action: 'employee.disable', filter: { keyword: '13800140001' } })
    expect(await gateway.look(taskId)).toMatchObject({
      state: 'done',
      total: 1,
      skippedCount: 1,
      skips: [{ message: '当前为“本人”，不能停用', count: 1 }],
    })
  })

  it('keeps to the rows that its filter found when it was made', async () => {
    await gateway.addresses('冻结', 3)
    const { taskId } = await gateway.begun(deleteAddresses('冻结'))
    await gateway.addresses('冻结', 2)
    await gateway.runJobs()
    expect(await gateway.look(taskId)).toMatchObject({ total: 3, doneCount: 3 })
    const { total } = granted(await gateway.call(address.list, { keyword: '冻结' }, { login: gateway.owner }))
    expect(total).toBe(2)
  })

  it('leaves out the rows that were unticked', async () => {
    const [kept = '', ...others] = await gateway.hire('丙', 4)
    const { taskId, total } = await gateway.begun({ ...disable('丙'), excludedIds: [kept, newId()] })
    await gateway.runJobs()
    expect(total).toBe(3)
    expect(await gateway.look(taskId)).toMatchObject({ total: 3, doneCount: 3 })
    expect(await statuses([kept])).toEqual(['active 1'])
    expect(new Set(await statuses(others))).toEqual(new Set(['disabled 2']))
  })

  it('answers a row that has changed meanwhile with the row’s own refusal, and does it again when asked', async () => {
    await gateway.addresses('变更', 3)
    const { list } = granted(await gateway.call(address.list, { keyword: '变更' }, { login: gateway.owner }))
    const { taskId } = await gateway.begun(deleteAddresses('变更'))
    const gone = list[1]?.addressId ?? ''
    granted(await gateway.call(address.del, { addressId: gone }, { login: gateway.owner }))
    await gateway.runJobs()
    const failure = { label: expect.stringMatching(/^变更 .*2号$/), message: '记录不存在或已被删除，请刷新后重试' }
    expect(await gateway.look(taskId)).toMatchObject({
      state: 'done',
      doneCount: 2,
      failedCount: 1,
      failures: [failure],
    })
    granted(await gateway.call(task.retry, { taskId }, { login: gateway.owner }))
    expect(await gateway.look(taskId)).toMatchObject({
      state: 'running',
      doneCount: 2,
      failedCount: 0,
      finishedAt: null,
    })
    await gateway.runJobs()
    expect(await gateway.look(taskId)).toMatchObject({ state: 'done', doneCount: 2, failedCount: 1 })
    const answer = await gateway.call(task.retry, { taskId: (await finished()).taskId }, { login: gateway.owner })
    expect(answer._bizErrCode).toBe('TASK_NOTHING_FAILED')
  })

  it('of the same rows as another one leaves them to each row’s own rules', async () => {
    await gateway.addresses('重叠', 2)
    const tasks = [await gateway.begun(deleteAddresses('重叠')), await gateway.begun(deleteAddresses('重叠'))]
    await gateway.runJobs()
    const ended = await Promise.all(tasks.map(({ taskId }) => gateway.look(taskId)))
    expect(ended.reduce((sum, { doneCount }) => sum + doneCount, 0)).toBe(2)
    expect(ended.reduce((sum, { failedCount }) => sum + failedCount, 0)).toBe(2)
  })

  it('stops when it is cancelled: what is done stays done, the rest is passed over', async () => {
    await gateway.hire('丁', 5)
    const { taskId } = await gateway.begun(disable('丁'))
    gateway.hooks.afterCommit = async (count) => {
      if (count === 3) granted(await gateway.call(task.cancel, { taskId }, { login: gateway.owner }))
    }
    await gateway.runJobs()
    expect(await gateway.look(taskId)).toMatchObject({
      state: 'cancelled',
      problem: '',
      doneCount: 2,
      failedCount: 0,
      skippedCount: 3,
      skips: [{ message: '已取消，未执行', count: 3 }],
    })
    granted(await gateway.call(task.cancel, { taskId }, { login: gateway.owner }))
    expect((await gateway.look(taskId)).state).toBe('cancelled')
  })
})

async function finished() {
  const { taskId } = await gateway.begun({ action: 'employee.disable', filter: { keyword: '13800140001' } })
  return gateway.look(taskId)
}

describe('rights', () => {
  it('are asked for when a task is made', async () => {
    await gateway.hire('戊', 1)
    for (const grants of [STAFF_GRANTS.slice(0, 2), ['/account/staff', '/api/emp/updateStatus']]) {
      const { login } = await gateway.clerk(grants)
      const answer = await gateway.create(disable('戊'), login)
      expect(answer).toMatchObject({
        _bizErrCode: 'TASK_NOT_GRANTED',
        _errStr: '您的账号不能做“停用”。请老板在“角色权限”里勾上它',
      })
    }
  })

  it('that are taken away meanwhile end the task with a sentence', async () => {
    const ids = await gateway.hire('己', 6)
    const { login, roleId } = await gateway.clerk(STAFF_GRANTS)
    const { taskId } = await gateway.begun(disable('己'), login)
    gateway.hooks.afterRow = async (count, { tx }) => {
      const { merchantId } = tx
      const role = sql`delete from employee_role where merchant_id = ${merchantId} and role_id = ${roleId}`
      if (count === 2) await tx.run(role)
    }
    await gateway.runJobs()
    expect(await gateway.look(taskId, login)).toMatchObject({
      state: 'cancelled',
      doneCount: 2,
      skippedCount: 4,
      failedCount: 0,
      problem: '已没有“停用”的权限',
      skips: [{ message: '已没有“停用”的权限，未执行', count: 4 }],
    })
    expect((await statuses(ids)).filter((status) => status.startsWith('disabled'))).toHaveLength(2)
    const again = await gateway.call(task.retry, { taskId }, { login })
    expect(again._bizErrCode).toBe('TASK_NOT_GRANTED')
  })

  it('that are taken away afterwards take the names of the rows with them', async () => {
    await gateway.hire('未', 2)
    const { login, staffId, roleId } = await gateway.clerk(STAFF_GRANTS)
    const { taskId } = await gateway.begun(disable('未'), login)
    await gateway.query("update task_row set state = 'failed', message = '失败了' where task_id = $1", [taskId])
    await gateway.query("update task set state = 'done', failed_count = 2 where id = $1", [taskId])
    expect((await gateway.look(taskId, login)).failures).toHaveLength(2)
    await gateway.query('delete from employee_role where employee_id = $1 and role_id = $2', [staffId, roleId])
    expect(await gateway.look(taskId, login)).toMatchObject({ failedCount: 2, failures: [] })
  })

  it('end with the account of whoever made the task', async () => {
    await gateway.hire('庚', 3)
    const { login, staffId } = await gateway.clerk(STAFF_GRANTS)
    const { taskId } = await gateway.begun(disable('庚'), login)
    granted(await gateway.call(employee.updateStatus, { staffId, status: 'disabled' }, { login: gateway.owner }))
    await gateway.runJobs()
    const [row] = await gateway.query('select state, problem, skipped_count from task where id = $1', [taskId])
    expect(row).toEqual({ state: 'cancelled', problem: '账号已停用', skipped_count: 3 })
  })

  it('tell nobody else that a task exists', async () => {
    const { taskId } = await finished()
    const { login: colleague } = await gateway.clerk(STAFF_GRANTS)
    const foreign = await gateway.signIn('13800140002')
    for (const login of [colleague, foreign]) {
      for (const spec of [task.get, task.cancel, task.retry, task.markSeen]) {
        const theirs = await gateway.call(spec, { taskId }, { login })
        const nobodys = await gateway.call(spec, { taskId: newId() }, { login })
        expect(theirs).toEqual(nobodys)
        expect(theirs._bizErrCode).toBe('NOT_FOUND')
      }
      expect(granted(await gateway.call(task.list, {}, { login })).tasks).toEqual([])
    }
  })

  it('keep another merchant’s rows out, also by ids in the filter', async () => {
    await gateway.hire('辛', 1, gateway.stranger)
    const nothing = [
      disable('辛'),
      { action: 'employee.disable' as const, filter: { roleId: gateway.stranger.roleIds.inspector } },
      { action: 'employee.disable' as const, filter: { roleId: newId() } },
    ]
    for (const input of nothing) expect((await gateway.create(input))._bizErrCode).toBe('TASK_EMPTY')
  })
})

describe('limits', () => {
  it('refuse what the list or the action does not take, in Chinese', async () => {
    const refused = async (input: object, field: string) => {
      const answer = await gateway.create({ action: 'employee.disable', filter: {}, ...input })
      expect(answer).toMatchObject({ _bizErrCode: 'TASK_INPUT_INVALID', _data: { field } })
      expect(answer._errStr).toMatch(/^批量操作的条件有误：\S/)
    }
    await refused({ filter: { nobodyKnowsThis: 'x' } }, 'filter')
    await refused({ filter: { status: 'asleep' } }, 'filter')
    await refused({ filter: { pageSize: 50 } }, 'filter')
    await refused({ filter: { cursor: 'x' } }, 'filter')
    await refused({ input: { status: 'active' } }, 'input')
    await refused({ action: 'listing.relist' }, 'input')
    await refused({ action: 'listing.relist', input: { scheduleDate: 'soon', scheduleNumber: '01' } }, 'input')
  })

  it('keep filters and exclusions small', async () => {
    const filter = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `f${'abcdefghij'[index % 10]}${'x'.repeat(index)}`.slice(0, 40),
        '值'.repeat(200),
      ]),
    )
    const excludedIds = Array.from({ length: 1001 }, newId)
    const inputs = [
      { action: 'employee.disable' as const, filter },
      { ...disable('x'), excludedIds },
    ]
    for (const input of inputs) expect((await gateway.create(input))._errCode).toBe(ERR.malformed)
  })

  it('let five tasks of one person run at once', async () => {
    const { login } = await gateway.clerk(STAFF_GRANTS)
    await gateway.hire('壬', 1)
    for (let index = 0; index < 5; index += 1) await gateway.begun(disable('壬'), login)
    const sixth = await gateway.create(disable('壬'), login)
    expect(sixth).toMatchObject({ _bizErrCode: 'TASK_LIMIT' })
    expect(sixth._errStr).toContain('5个')
    await gateway.begun(disable('壬'))
    await gateway.runJobs()
    expect(granted(await gateway.call(task.list, {}, { login })).tasks.map(({ state }) => state)).toEqual(
      Array.from({ length: 5 }, () => 'done'),
    )
  })

  it('take the first 10,000 rows in the list’s order, and say so', async () => {
    await gateway.query(
      `insert into address (merchant_id, id, kind, contact_name, contact_phone, region_code, region_name, detail, is_default, created_at, updated_at)
       select $1, gen_random_uuid(), 'return', '上限', '13800138002', '440305', '广东省深圳市南山区', n || '号', false,
              $2::timestamptz + n * interval '1 ms', $2::timestamptz
       from generate_series(1, 10003) n`,
      [gateway.merchant.merchantId, gateway.clock.now().toISOString()],
    )
    const { list } = granted(await gateway.call(address.list, { keyword: '上限' }, { login: gateway.owner }))
    const excludedIds = list.slice(0, 2).map(({ addressId }) => addressId)
    const { taskId, total, totalIsCapped } = await gateway.begun({ ...deleteAddresses('上限'), excludedIds })
    expect({ total, totalIsCapped }).toEqual({ total: 10_000, totalIsCapped: true })
    const ends = await gateway.query(
      'select label from task_row where task_id = $1 and position in (0, 9999) order by position',
      [taskId],
    )
    expect(ends.map(({ label }) => String(label).replace(/^.*区/, ''))).toEqual(['10001号', '2号'])
    granted(await gateway.call(task.cancel, { taskId }, { login: gateway.owner }))
    const whole = { ...deleteAddresses('上限'), excludedIds: list.slice(0, 3).map(({ addressId }) => addressId) }
    const exact = await gateway.begun(whole)
    expect(exact).toMatchObject({ total: 10_000, totalIsCapped: false })
    granted(await gateway.call(task.cancel, { taskId: exact.taskId }, { login: gateway.owner }))
    await gateway.query('delete from address where contact_name = $1', ['上限'])
  })

  it('let one person begin tasks of 100,000 rows within a day', async () => {
    await gateway.hire('癸', 2)
    const { login, staffId } = await gateway.clerk(STAFF_GRANTS)
    const { taskId } = await gateway.begun(disable('癸'), login)
    await gateway.query('update task set total = 99998 where id = $1', [taskId])
    await gateway.begun(disable('癸'), login)
    const refused = await gateway.create(disable('癸'), login)
    expect(refused).toMatchObject({ _bizErrCode: 'TASK_DAY_LIMIT' })
    expect(refused._errStr).toContain('100000条')
    await gateway.begun(disable('癸'))
    const dayBefore = later(gateway.clock.now(), -24 * 3_600_000).toISOString()
    await gateway.query('update task set created_at = $2 where employee_id = $1', [staffId, dayBefore])
    await gateway.begun(disable('癸'), login)
  })

  it('remove a task a week after it was begun', async () => {
    const { taskId } = await finished()
    gateway.clock.advance(7 * 24 * 3_600_000 - 1)
    gateway.owner.loginToken = (await gateway.signIn('13800140001')).loginToken
    expect((await gateway.look(taskId)).state).toBe('done')
    gateway.clock.advance(1)
    expect((await gateway.get(taskId))._bizErrCode).toBe('NOT_FOUND')
    await gateway.app.runtime.runSchedules()
    expect(await gateway.query('select id from task where id = $1', [taskId])).toEqual([])
    expect(await gateway.query('select position from task_row where task_id = $1', [taskId])).toEqual([])
  })
})

describe('a worker that is lost', () => {
  const expectOnce = async (surname: string, ids: readonly string[], taskId: string) => {
    expect(await gateway.look(taskId)).toMatchObject({ state: 'done', doneCount: ids.length, failedCount: 0 })
    // a second change would count the version further
    expect(new Set(await statuses(ids))).toEqual(new Set(['disabled 2']))
    const logged = await gateway.query(
      `select subject_id, count(*)::int as count from audit_log
       where merchant_id = $1 and subject_label like $2 and action = $3 group by 1`,
      [gateway.merchant.merchantId, `${surname}%`, employee.updateStatus.path],
    )
    expect(logged.map(({ count }) => count)).toEqual(ids.map(() => 1))
  }

  it('after the commit of a row does no row twice and loses none', async () => {
    const ids = await gateway.hire('子', 8)
    const { taskId } = await gateway.begun(disable('子'))
    gateway.hooks.afterCommit = async (count) => {
      if (count === 4) throw new Error('the process is gone between two rows')
    }
    await gateway.runJobs()
    const half = await gateway.look(taskId)
    expect(half.state).toBe('running')
    expect(half.doneCount).toBe(3)
    gateway.hooks.afterCommit = null
    gateway.clock.advance(20_000)
    await gateway.runJobs()
    await expectOnce('子', ids, taskId)
  })

  it('before the commit of a row does it anew, and once', async () => {
    const ids = await gateway.hire('丑', 8)
    const { taskId } = await gateway.begun(disable('丑'))
    gateway.hooks.afterRow = async (count) => {
      if (count === 5) throw new DatabaseUnavailable('the connection was lost')
    }
    await gateway.runJobs()
    expect(await gateway.look(taskId)).toMatchObject({ state: 'running', doneCount: 4, failedCount: 0 })
    gateway.clock.advance(20_000)
    await gateway.runJobs()
    await expectOnce('丑', ids, taskId)
  })

  it('lets another one go on at once beside it, and each row is still done once', async () => {
    const ids = await gateway.hire('寅', 10)
    const { taskId } = await gateway.begun(disable('寅'))
    // the lease of the first has lapsed: its turn is claimed again while it still works
    gateway.hooks.afterRow = async (count) => {
      if (count === 2) await gateway.clock.advance(40_000)
    }
    await Promise.all([gateway.runJobs(), gateway.runJobs(), gateway.runJobs()])
    gateway.clock.advance(40_000)
    await gateway.runJobs()
    await expectOnce('寅', ids, taskId)
  })

  it('finds a row that breaks the program written down as failed, and goes on', async () => {
    const ids = await gateway.hire('卯', 3)
    const { taskId } = await gateway.begun(disable('卯'))
    gateway.hooks.afterRow = async (count) => {
      if (count === 2) throw new TypeError('a defect')
    }
    await gateway.runJobs()
    const ended = await gateway.look(taskId)
    expect(ended).toMatchObject({ state: 'done', doneCount: 2, failedCount: 1 })
    expect(ended.failures[0]?.message).toMatch(/^系统内部错误，请重试.*编号 [0-9a-f]{12}$/)
    expect((await statuses(ids)).sort()).toEqual(['active 1', 'disabled 2', 'disabled 2'])
    gateway.hooks.afterRow = null
    granted(await gateway.call(task.retry, { taskId }, { login: gateway.owner }))
    await gateway.runJobs()
    await expectOnce('卯', ids, taskId)
  })
})

describe('what a person is told', () => {
  const open = async () => granted(await gateway.call(merchantCalls.business, {}, { login: gateway.owner })).openTasks

  it('counts tasks that run or have ended unseen', async () => {
    await gateway.query('update task set seen_at = now()')
    await gateway.addresses('提示', 1)
    const { taskId } = await gateway.begun(deleteAddresses('提示'))
    granted(await gateway.call(task.markSeen, { taskId }, { login: gateway.owner }))
    expect(await open()).toBe(1)
    await gateway.runJobs()
    expect(await open()).toBe(1)
    granted(await gateway.call(task.markSeen, { taskId }, { login: gateway.owner }))
    expect(await open()).toBe(0)
    expect(await gateway.look(taskId)).toMatchObject({ isSeen: true })
  })

  it('lists the newest twenty', async () => {
    for (let index = 0; index < 22; index += 1) {
      gateway.clock.advance(10)
      await finished()
    }
    const { tasks } = granted(await gateway.call(task.list, {}, { login: gateway.owner }))
    expect(tasks).toHaveLength(20)
    const moments = tasks.map(({ createdAt }) => createdAt)
    expect(moments).toEqual([...moments].sort().reverse())
  })

  it('begins one task for a repeated call', async () => {
    await gateway.addresses('重复', 1)
    const headers = { 'content-type': 'application/json', 'idempotency-key': newId() }
    const body = JSON.stringify({ ...gateway.owner, ...deleteAddresses('重复') })
    const answers = []
    for (let index = 0; index < 3; index += 1) {
      answers.push(await (await gateway.post(task.create.path, body, headers)).text())
    }
    expect(new Set(answers).size).toBe(1)
    expect(await gateway.query("select id from task where filter ->> 'keyword' = '重复'")).toHaveLength(1)
  })
})
