import type { InputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { employee } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import { task } from '@huanji/contract/features/task/calls'
import type { BoundHandler, HandlerGroup } from '../../../gateway/handler.ts'
import type { JobServices } from '../../../jobs/job.ts'
import { groups } from '../../../modules.ts'
import { addAddress } from '../../address/commands.ts'
import { granted, startAccountGateway } from '../../auth/testing/account-gateway.ts'
import type { CreatedMerchant } from '../../people/commands.ts'
import { TASK_JOB } from '../commands.ts'
import { taskJobs, taskSchedules } from '../jobs.ts'

/** The context that a handler of a row is given. */
type RowContext = Parameters<Extract<BoundHandler['run'], (...args: never[]) => unknown>>[0]

/** What happens in the transaction of a row once its call is done; throwing fails that row's transaction. */
export type AfterRow = (count: number, context: RowContext) => Promise<void>

/** Settled by each test; it sees every row of a task, repeated ones too. */
export interface Hooks {
  /** `count` are the calls that were made since the hook was set. */
  afterRow: AfterRow | null
  /** Runs after each commit of the worker, the first one before any row; throwing there loses the worker between two rows. */
  afterCommit: ((count: number) => Promise<void>) | null
}

/** The same groups with the writes of rows watched. */
function watched(all: readonly HandlerGroup[], hooks: Hooks): HandlerGroup[] {
  let count = 0
  let seen: AfterRow | null = null
  return all.map((group) =>
    group.map((bound) => {
      const { run } = bound
      if (typeof run !== 'function' || bound.spec.kind === 'read') return bound
      return {
        ...bound,
        run: async (context: RowContext, input: unknown) => {
          const data = await run(context, input)
          if (hooks.afterRow !== seen) count = 0
          seen = hooks.afterRow
          count += 1
          await hooks.afterRow?.(count, context)
          return data
        },
      }
    }),
  )
}

/** The worker's services, whose transactions call `afterCommit`. */
function withCommits(services: JobServices, hooks: Hooks): JobServices {
  let count = 0
  return {
    ...services,
    db: {
      ...services.db,
      tenant: async (merchantId, work) => {
        const result = await services.db.tenant(merchantId, work)
        count = hooks.afterCommit === null ? 0 : count + 1
        await hooks.afterCommit?.(count)
        return result
      },
    },
  }
}

let nextPhone = 13_800_141_000

/** The whole product with a merchant and a stranger's, both owners signed in, and the steps that tests of tasks share. */
export async function startTaskGateway() {
  const hooks: Hooks = { afterRow: null, afterCommit: null }
  const jobs = taskJobs(watched(groups, hooks))
  const work = jobs[TASK_JOB]
  if (typeof work !== 'object') throw new Error('the work of tasks is a kind of job')
  const gateway = await startAccountGateway({
    modules: {
      jobHandlers: { [TASK_JOB]: { ...work, run: (job, services) => work.run(job, withCommits(services, hooks)) } },
      schedules: taskSchedules,
    },
  })
  const merchant = await gateway.merchant('13800140001', '任务商家')
  const stranger = await gateway.merchant('13800140002', '别的商家')
  const owner = await gateway.signIn('13800140001')

  const create = (input: InputOf<typeof task.create>, login = owner) => gateway.call(task.create, input, { login })
  const begun = async (input: InputOf<typeof task.create>, login = owner) => granted(await create(input, login))
  const get = (taskId: string, login = owner) => gateway.call(task.get, { taskId }, { login })
  const look = async (taskId: string, login = owner) => granted(await get(taskId, login))

  /** Adds employees named 张 and a number, so that a keyword finds these alone; gives their ids, newest first as lists are. */
  async function hire(surname: string, count: number, of: CreatedMerchant = merchant): Promise<string[]> {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) {
      nextPhone += 1
      const id = await gateway.employee(of, String(nextPhone), 'inspector', false)
      await gateway.query('update employee set name = $3 where merchant_id = $1 and id = $2', [
        of.merchantId,
        id,
        `${surname}${String(index).padStart(3, '0')}`,
      ])
      ids.unshift(id)
      gateway.clock.advance(1)
    }
    return ids
  }

  /** Somebody with a password, what an inspector holds, and a role of these grants, which is `roleId`. */
  async function clerk(grants: string[]): Promise<{ staffId: string; roleId: string; login: LoginContext }> {
    nextPhone += 1
    const phone = String(nextPhone)
    const staffId = await gateway.employee(merchant, phone, 'inspector')
    const { roleId } = granted(
      await gateway.call(role.edit, { name: `文员${phone}`, grants, refundLimitFen: 0 }, { login: owner }),
    )
    const { version, name } = granted(await gateway.call(employee.info, { staffId }, { login: owner }))
    granted(
      await gateway.call(
        employee.edit,
        { staffId, version, name, roleIds: [roleId, merchant.roleIds.inspector] },
        { login: owner },
      ),
    )
    return { staffId, roleId, login: await gateway.signIn(phone) }
  }

  /** Adds addresses whose contact is `contactName`. */
  async function addresses(contactName: string, count: number): Promise<void> {
    const kind = 'return' as const
    await gateway.db.tenant(merchant.merchantId, async (tx) => {
      for (let index = 0; index < count; index += 1) {
        const of = { kind, contactName, contactPhone: '13800138002', regionCode: '440305', isDefault: false }
        await addAddress(tx, { ...of, detail: `${index + 1}号`, now: gateway.clock.now() })
      }
    })
  }

  /** How often the audit log says that each thing was acted on, by the name of its kind. */
  const loggedTimes = async (subject: string, action: string): Promise<number[]> => {
    const rows = await gateway.query(
      `select count(*)::int as count from audit_log
       where merchant_id = $1 and subject = $2 and action = $3 group by subject_id`,
      [merchant.merchantId, subject, action],
    )
    return rows.map(({ count }) => Number(count))
  }

  const steps = { create, begun, get, look, hire, clerk, addresses, loggedTimes }
  return { ...gateway, hooks, merchant, stranger, owner, ...steps }
}

export type TaskGateway = Awaited<ReturnType<typeof startTaskGateway>>
