import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { EmptyState } from '../../components/empty/empty-state.tsx'
import field from '../../components/field/field.module.css'
import { FieldFrame } from '../../components/field/field-frame.tsx'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { LOST_BY_TOAST, useWrite } from '../../components/form/use-write.ts'
import { FailureNote } from '../../components/note/note.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { can } from '../../session/session.ts'
import styles from './repost-dialog.module.css'
import { choicesWith, isSame, ladderText, SESSION_NUMBERS, sessionTimes } from './repost-form.ts'
import { RepostTable } from './repost-table.tsx'
import type { RepostPlan, RepostSettings, ShopRow } from './types.ts'

interface RepostDialogProps {
  shop: ShopRow
  onClose: (isSaved?: true) => void
}

const TIMES = [1, 2, 3, 5, 8, 10, 15, 20]
const STEPS = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30]
const FLOORS = [50, 60, 70, 75, 80, 85, 90, 95, 100]

/** How unsold goods of a shop are listed again: the rule, and what it would do now. */
export function RepostDialog({ shop, onClose }: RepostDialogProps) {
  const { shopAccountId } = shop
  // Asked anew each time it is opened, and once: settings that were saved meanwhile can only be met with a conflict.
  const { data, error, refetch } = useQuery({
    ...queryOf(api.shopRepost.info, { shopAccountId }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  if (data) return <RepostForm shop={shop} known={data.settings} version={data.version} onClose={onClose} />
  return (
    <Dialog title={`自动重新上架：${shop.shopName}`} kind="drawer" widthPx={960} onClose={() => onClose()}>
      {error ? (
        <EmptyState
          title="设置没有加载成功"
          hint={errorText(error)}
          tone="error"
          action={{ name: '重试', run: () => void refetch() }}
        />
      ) : (
        <p className="muted">正在读取设置…</p>
      )}
    </Dialog>
  )
}

interface RepostFormProps extends RepostDialogProps {
  known: RepostSettings
  version: number
}

/** What the settings come to now, and for which settings that was asked. */
interface Tried {
  readonly settings: RepostSettings
  readonly plans: readonly RepostPlan[]
}

function useRepost({ shop, known, version, onClose }: RepostFormProps) {
  const [settings, setSettings] = useState(known)
  const [tried, setTried] = useState<Tried | null>(null)
  const { send, isSending, fault } = useWrite(LOST_BY_TOAST)
  const refusal = fault?.message ?? ''
  useLeaveGuard(() => !isSame(settings, known))
  const isTried = tried !== null && isSame(tried.settings, settings)

  const call = (simulate: boolean) => {
    const input = { shopAccountId: shop.shopAccountId, settings, simulate, version }
    return send(input, (options) => api.shopRepost.save(input, options))
  }
  const tryOut = async () => {
    const answer = await call(true)
    if (answer) setTried({ settings, plans: answer.simulation })
  }
  const save = async () => {
    if (await call(false)) onClose(true)
  }
  /** Nothing is switched on that was not tried out before. */
  const mayOnlyTry = settings.enabled && !isTried
  return { settings, setSettings, tried, isTried, tryOut, save, mayOnlyTry, isSending, refusal }
}

/** What the button does: whether the rule is switched on with it, and how many phones are listed at once. */
function saveName({ settings, tried, isTried }: ReturnType<typeof useRepost>, wasOn: boolean): string {
  const verb = settings.enabled && !wasOn ? '开启' : '保存'
  const due = settings.enabled && isTried ? (tried?.plans ?? []).filter(({ problem }) => problem === '').length : 0
  return due === 0 ? verb : `${verb}，现在就重上 ${due} 件`
}

function RepostForm(props: RepostFormProps) {
  const { shop, known, onClose } = props
  const form = useRepost(props)
  const { settings, isSending, mayOnlyTry } = form
  return (
    <Dialog
      title={`自动重新上架：${shop.shopName}`}
      kind="drawer"
      widthPx={960}
      closable={!isSending}
      onClose={() => onClose()}
      footer={
        <>
          <span className={styles.next} role="status">
            {mayOnlyTry ? `先试算，确认结果后再${known.enabled ? '保存' : '开启'}` : ''}
          </span>
          <Button disabled={isSending} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone={mayOnlyTry ? 'primary' : 'plain'} busy={isSending} onClick={() => void form.tryOut()}>
            试算
          </Button>
          {mayOnlyTry ? null : (
            <Button tone="primary" busy={isSending} disabled={isSame(settings, known)} onClick={() => void form.save()}>
              {saveName(form, known.enabled)}
            </Button>
          )}
        </>
      }
    >
      <Fields settings={settings} disabled={isSending} onChange={form.setSettings} />
      <FailureNote text={form.refusal} />
      {form.tried ? <RepostTable plans={form.tried.plans} isStale={!form.isTried} /> : null}
    </Dialog>
  )
}

interface FieldsProps {
  settings: RepostSettings
  disabled: boolean
  onChange: (settings: RepostSettings) => void
}

function Fields({ settings, disabled, onChange }: FieldsProps) {
  const set = (changes: Partial<RepostSettings>) => onChange({ ...settings, ...changes })
  return (
    <>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={settings.enabled}
          disabled={disabled}
          data-takes-focus=""
          onChange={(event) => set({ enabled: event.target.checked })}
        />
        流拍的鱼市商品自动重新上架
      </label>
      <div className={styles.numbers}>
        <NumberSelect
          label="最多次数"
          hint="一台手机最多自动再上几次"
          choices={TIMES}
          value={settings.maxTimes}
          text={(times) => `${times} 次`}
          disabled={disabled}
          onChange={(maxTimes) => set({ maxTimes })}
        />
        <NumberSelect
          label="每次降价"
          hint="每次都从第一次的价上降"
          choices={STEPS}
          value={settings.stepPercent}
          text={(percent) => (percent === 0 ? '不降价' : `${percent}%`)}
          disabled={disabled}
          onChange={(stepPercent) => set({ stepPercent })}
        />
        <NumberSelect
          label="最低价"
          hint="最多降到第一次的价的几成"
          choices={FLOORS}
          value={settings.floorPercent}
          text={(percent) => `${percent}%`}
          disabled={disabled}
          onChange={(floorPercent) => set({ floorPercent })}
        />
      </div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={!settings.mayLose}
          disabled={disabled}
          onChange={(event) => set({ mayLose: !event.target.checked })}
        />
        不低于成本价
        <span className={settings.mayLose ? styles.warning : styles.hint}>
          {settings.mayLose
            ? '没有勾选：可能亏本卖出，请在试算里看清亏多少'
            : '扣掉平台服务费和质检费以后不够成本的价，不会自动挂；没填成本价的，按原价上，不降价'}
        </span>
      </label>
      <p className={styles.ladder}>{ladderText(settings)}</p>
      <SessionNumbers
        chosen={settings.sessionNumbers}
        disabled={disabled}
        onChange={(sessionNumbers) => set({ sessionNumbers })}
      />
    </>
  )
}

interface NumberSelectProps {
  label: string
  hint: string
  choices: readonly number[]
  value: number
  text: (value: number) => ReactNode
  disabled: boolean
  onChange: (value: number) => void
}

function NumberSelect({ label, hint, choices, value, text, disabled, onChange }: NumberSelectProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint}>
      <select
        id={id}
        className={field.input}
        value={value}
        disabled={disabled}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {choicesWith(choices, value).map((choice) => (
          <option key={choice} value={choice}>
            {text(choice)}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

interface SessionNumbersProps {
  chosen: readonly string[]
  disabled: boolean
  onChange: (numbers: string[]) => void
}

function SessionNumbers({ chosen, disabled, onChange }: SessionNumbersProps) {
  const { data } = useQuery({
    ...queryOf(api.auctionSessions.sessions, {}),
    enabled: can(api.goods.publish.path) || can(api.goods.operate.path),
  })
  const times = sessionTimes(data?.sessions ?? [])
  return (
    <fieldset className={styles.sessions}>
      <legend>
        报哪几场 <span className="muted">{chosen.length === 0 ? '不选就是都可以' : `已选 ${chosen.length} 场`}</span>
      </legend>
      {SESSION_NUMBERS.map((number) => (
        <label key={number} className={styles.session}>
          <input
            type="checkbox"
            checked={chosen.includes(number)}
            disabled={disabled}
            aria-label={`第${number}场 ${times.get(number) ?? ''}`.trim()}
            onChange={(event) =>
              onChange(SESSION_NUMBERS.filter((one) => (one === number ? event.target.checked : chosen.includes(one))))
            }
          />
          <span>
            第{number}场<span className={styles.time}>{times.get(number) ?? ''}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
