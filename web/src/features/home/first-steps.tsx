import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { cx } from '../../components/class-names.ts'
import { confirm } from '../../components/confirm/confirm.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { runOnArrival } from '../../components/shortcuts/shortcuts.ts'
import { can } from '../../session/session.ts'
import { editAddress } from '../address/edit-address.tsx'
import { registerRoll } from '../bag/roll-dialog.tsx'
import { useConsentPage } from '../shop/use-consent-page.ts'
import { addStaff } from '../staff/staff-actions.tsx'
import styles from './first-steps.module.css'
import { stationsOf } from './grants.ts'

type Standing = OutputOf<Calls['openingSteps']['get']>
type Step = Standing['steps'][number]

const TEXTS: Readonly<Record<Step['key'], { name: string; why: string; act: string }>> = {
  shop: { name: '绑定店铺', why: '到闲鱼同意授权，商品才能上架。', act: '绑定店铺' },
  addresses: { name: '添加地址', why: '发货地址和退货地址各一个。', act: '添加地址' },
  bags: { name: '登记一卷封袋', why: '鱼市的手机要封袋，先登记手上这一卷。', act: '登记一卷' },
  inspection: { name: '质检第一台', why: '扫一台手机，拍照、封袋后就能卖。', act: '去质检' },
  listing: { name: '上架第一台', why: '放进鱼市场次，或上架到严选。', act: '去上架' },
  staff: { name: '添加员工', why: '按岗位分工，各看各的。', act: '添加员工' },
}

/** The first ten minutes of a merchant: what is still missing, what each is for, and the very thing that does it. */
export function FirstSteps({ standing }: { standing: Standing }) {
  const queries = useQueryClient()
  const { steps } = standing
  const doneCount = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone, isMine }) => !isDone && isMine)
  const reload = () => refresh(queries, api.openingSteps.get)
  const maySettle = can(api.employee.edit.path)
  const settle = async (choice: 'alone' | 'withOthers' | 'putAway') => {
    await api.openingSteps.settle({ choice }, { idempotencyKey: newIdempotencyKey() })
    await reload()
  }
  const putAway = async () => {
    const agreed = await confirm({
      title: '收起开店步骤？',
      body: '收起后首页不再显示，没做完的事仍可在各自的页面完成。',
      ok: '收起',
    })
    if (agreed) await settle('putAway')
  }
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <header className={styles.head}>
        <h2 id="first-steps">开店六步</h2>
        <progress max={steps.length} value={doneCount} aria-label="进度" />
        <span className="num muted">
          已完成 {doneCount}/{steps.length}
        </span>
        {maySettle ? (
          <Button tone="link" className={styles.away} onClick={() => void putAway()}>
            收起
          </Button>
        ) : null}
      </header>
      <ol>
        {steps.map((step, index) => (
          <li key={step.key} className={cx(styles.step, step.isDone && styles.done)}>
            <span className={styles.mark}>{step.isDone ? <Icon name="check" size={16} /> : index + 1}</span>
            <b>{TEXTS[step.key].name}</b>
            <p className="muted">{whyOf(step, standing)}</p>
            <span className={styles.ways}>
              <Ways step={step} standing={standing} isNext={step === next} reload={reload}>
                {step.key === 'staff' && maySettle && !standing.isAlone ? (
                  <Button small tone="link" flush onClick={() => void settle('alone')}>
                    我一个人干
                  </Button>
                ) : null}
              </Ways>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function whyOf({ key, isDone, isMine }: Step, { hasShipAddress, hasReturnAddress, isAlone }: Standing): string {
  if (isDone) return key === 'staff' && isAlone ? '一个人干，以后随时可以添加。' : '已完成'
  if (!isMine) return '由老板或有权限的同事完成。'
  if (key === 'addresses' && hasShipAddress !== hasReturnAddress) {
    return hasShipAddress ? '还差退货地址，买家退货时寄到哪里。' : '还差发货地址。'
  }
  return TEXTS[key].why
}

interface WaysProps {
  step: Step
  standing: Standing
  /** The first that is to be done: its button stands out. */
  isNext: boolean
  reload: () => Promise<void>
  children: ReactNode
}

/** What does the step, for whoever can do it; what is done has nothing to press. */
function Ways({ step: { key, isDone, isMine }, standing, isNext, reload, children }: WaysProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { isLeaving, leave } = useConsentPage()
  if (isDone || !isMine) return null
  const [station = 'auction'] = stationsOf()
  const after = (work: Promise<unknown>) => void work.then(reload)
  const acts: Readonly<Record<Step['key'], () => void>> = {
    shop: leave,
    addresses: () => after(editAddress(queries, null, standing.hasShipAddress ? 'return' : 'ship')),
    bags: () => after(registerRoll()),
    inspection: () => void navigate(linkTo(CHANNEL_PAGES[station].station)),
    listing: () => {
      runOnArrival('发布商品')
      void navigate(linkTo('listings'))
    },
    staff: () => after(addStaff({ queries, refresh: () => refresh(queries, api.employee.list) })),
  }
  return (
    <>
      <Button small tone={isNext ? 'primary' : 'plain'} busy={key === 'shop' && isLeaving} onClick={acts[key]}>
        {TEXTS[key].act}
      </Button>
      {children}
    </>
  )
}
