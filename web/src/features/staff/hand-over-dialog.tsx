import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { queryOf, refresh } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { DetailPending } from '../../components/detail/detail-pending.tsx'
import field from '../../components/field/field.module.css'
import { FieldFrame } from '../../components/field/field-frame.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { toast } from '../../components/toast/toast.ts'
import { restartAt } from '../../session/restart.ts'
import { rememberRoles } from '../../session/session.ts'
import { useAttempt } from '../login/use-attempt.ts'
import type { EmployeeRow, RoleRow } from '../people/types.ts'
import styles from './hand-over.module.css'
import { POWER_QUESTIONS, proveFor } from './owner-power.tsx'
import { roleMeans } from './role-means.ts'

const WIDTH_PX = 520
const MOST = 200

interface StepProps {
  people: readonly EmployeeRow[]
  roles: readonly RoleRow[]
}

/** An edit of an employee that gives these roles and leaves the rest. */
const giving = async ({ staffId, name, version }: EmployeeRow, roleIds: string[]): Promise<void> => {
  await api.employee.edit({ staffId, name, version, roleIds }, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
}

const idsOf = ({ roles }: EmployeeRow): string[] => roles.map(({ roleId }) => roleId)

/** Who is in which step of handing the shop over, and doing the two. */
function useHandOver({ people, roles }: StepProps, onClose: () => void) {
  const queries = useQueryClient()
  const attempt = useAttempt()
  const [staffId, setStaffId] = useState('')
  const heir = people.find((one) => one.staffId === staffId)
  const self = people.find(({ isSelf }) => isSelf)
  const posts = roles.filter(({ isProtected }) => !isProtected)
  const [keptId, setKept] = useState('')
  const kept = posts.find(({ roleId }) => roleId === keptId)
  const keptRole = useQuery({ ...queryOf(api.role.info, { roleId: keptId }), enabled: keptId !== '' }).data?.role
  const means = keptRole ? roleMeans(keptRole) : ''
  const askAgain = () => refresh(queries, api.employee.list, api.role.list)

  const make = () =>
    attempt.run(async () => {
      const owners = roles.find(({ isProtected }) => isProtected)
      if (!heir || !owners || !(await proveFor(POWER_QUESTIONS.made(heir.name)))) return
      await giving(heir, [...idsOf(heir), owners.roleId])
      toast('success', `${heir.name}现在也是老板，要重新登录一次`)
      await askAgain()
    })
  const stepBack = () =>
    attempt.run(async () => {
      if (!self || !kept || !(await proveFor(POWER_QUESTIONS.steppedBack(kept.name, means)))) return
      await giving(self, [kept.roleId])
      rememberRoles([kept.name])
      onClose()
      await restartAt('/')
      toast('success', '店已转给对方，您不再是老板')
    })
  return { heir, staffId, setStaffId, posts, kept, means, keptId, setKept, make, stepBack, askAgain, attempt }
}

type HandOver = ReturnType<typeof useHandOver>

/** The first step: who is to have the shop. */
function Choose({ work, people }: { work: HandOver; people: readonly EmployeeRow[] }) {
  const colleagues = people.filter(({ isSelf }) => !isSelf)
  if (colleagues.length === 0)
    return <p className={styles.note}>店里还没有别人。请先点「添加员工」，把对方加进来，再回来转店。</p>
  return (
    <FieldFrame id="heir" label="第1步：转给谁" hint="没有他的名字？先点「添加员工」，把他加进来。" error="">
      <select
        id="heir"
        className={field.input}
        value={work.staffId}
        onChange={(event) => work.setStaffId(event.target.value)}
      >
        <option value="">请选择</option>
        {colleagues.map(({ staffId, name, phone, isOwner }) => (
          <option key={staffId} value={staffId}>
            {name} {phone}
            {isOwner ? '（已经是老板）' : ''}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** The second step: what the person stays as, once the other has been here. */
function StepBack({ work, heir }: { work: HandOver; heir: EmployeeRow }) {
  if (heir.sessionCount === 0)
    return (
      <p className={styles.note} role="status">
        第2步：{heir.name}已经是老板。请先让{heir.name}用{heir.phone}登录一次，登录好了您再退下来。
      </p>
    )
  return (
    <FieldFrame
      id="kept"
      label={`第2步：${heir.name}已经是老板，也登录了。您以后做什么`}
      hint={
        work.means === ''
          ? '不在店里做了？先选一个，退下来后请新老板停用您的账号。'
          : `您以后是${work.kept?.name ?? ''}：${work.means}。`
      }
      error=""
    >
      <select
        id="kept"
        className={field.input}
        value={work.keptId}
        onChange={(event) => work.setKept(event.target.value)}
      >
        <option value="">请选择</option>
        {work.posts.map(({ roleId, name }) => (
          <option key={roleId} value={roleId}>
            {name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

function NextButton({ work }: { work: HandOver }) {
  const { heir, attempt } = work
  if (!heir?.isOwner)
    return (
      <Button tone="primary" busy={attempt.isRunning} disabled={!heir} onClick={work.make}>
        {heir ? `让${heir.name}当老板` : '让他当老板'}
      </Button>
    )
  if (heir.sessionCount === 0)
    return (
      <Button tone="primary" busy={attempt.isRunning} onClick={() => attempt.run(work.askAgain)}>
        对方登录好了
      </Button>
    )
  return (
    <Button tone="danger" busy={attempt.isRunning} disabled={!work.kept || work.means === ''} onClick={work.stepBack}>
      我不当老板了
    </Button>
  )
}

function Steps({ onClose, ...lists }: StepProps & { onClose: () => void }) {
  const work = useHandOver(lists, onClose)
  const { heir, attempt } = work
  return (
    <Dialog
      title="把店转给别人"
      widthPx={WIDTH_PX}
      closable={!attempt.isRunning}
      onClose={onClose}
      footer={
        <>
          <Button disabled={attempt.isRunning} onClick={onClose}>
            {heir?.isOwner ? '先不退，一起当老板' : '先不转'}
          </Button>
          <NextButton work={work} />
        </>
      }
    >
      <p className={styles.note}>先让对方当老板，再由您退下来。店里的商品、订单、账单和闲鱼的绑定都不变。</p>
      <Choose work={work} people={lists.people} />
      {heir?.isOwner ? <StepBack work={work} heir={heir} /> : null}
      <p className={styles.problem} role="alert">
        {attempt.problem}
      </p>
    </Dialog>
  )
}

/** 把店转给别人: makes a colleague an owner, and lets the owner step back once that one has signed in. */
export function HandOverDialog({ onClose }: { onClose: () => void }) {
  const people = useQuery(queryOf(api.employee.list, { page: 1, pageSize: MOST, status: 'active' }))
  const roles = useQuery(queryOf(api.role.list, { page: 1, pageSize: MOST }))
  if (people.data && roles.data) return <Steps people={people.data.list} roles={roles.data.list} onClose={onClose} />
  return (
    <Dialog title="把店转给别人" widthPx={WIDTH_PX} onClose={onClose}>
      <DetailPending query={people.data ? roles : people}>{() => null}</DetailPending>
    </Dialog>
  )
}
