import type { Channel } from '@huanji/domain/channel'
import { api } from '../../api/client.ts'
import { askChoice } from '../../components/choice/choice-dialog.tsx'
import { choicesOf } from '../../components/choice/choice-field.tsx'
import type { InspectionRow } from '../inspection/types.ts'
import { shopName } from '../shop/shop-name.ts'
import type { ShopOption } from '../shop/types.ts'
import styles from './record-dialogs.module.css'

/** Why a record is voided, in the order of the keys 1 to 4. */
const VOID_REASONS = choicesOf(['录入错误', '重复质检', '手机已退回', '其他'])

/** Why a phone is looked at again, in the order of the keys 1 to 4. */
const REINSPECT_REASONS = choicesOf(['抽检复核', '结果有误', '手机状况有变', '其他'])

/** Asks for another shop of the channel; `current` is the one that it would change nothing to choose. */
export async function askShop({
  channel,
  count,
  current,
}: {
  channel: Channel
  count: number
  current: string | null
}): Promise<ShopOption | undefined> {
  const { options } = await api.shop.options({ channel })
  const choices = options.map((shop) => ({
    value: shop.value,
    label: shop.value === current ? `${shop.label}（当前）` : shopName(shop),
    isDisabled: !shop.usable || shop.value === current,
  }))
  const value = await askChoice({
    title: count === 1 ? '换店铺' : `为 ${count.toLocaleString('en')} 台手机换店铺`,
    legend: '换到',
    choices,
    none: <p className="muted">没有可用的店铺，请先在“店铺账号”中授权。</p>,
    ok: '换店铺',
  })
  return options.find((shop) => shop.value === value)
}

/** What becomes of the bags of records that are voided. */
function BagWarning({ bags }: { bags: readonly string[] }) {
  const [only, ...others] = bags
  if (only === undefined) return null
  return (
    <p className={styles.warning}>
      {others.length === 0 ? (
        <>
          封袋 <b className="code">{only}</b> 将同时作废，不能再次使用。
        </>
      ) : (
        `其中 ${bags.length} 台已封袋，封袋将同时作废，不能再次使用。`
      )}
    </p>
  )
}

/** Asks why these records are voided, and says what becomes of their bags. */
export function askVoid(rows: readonly Pick<InspectionRow, 'inspectionNo' | 'bagCode'>[]): Promise<string | undefined> {
  const bags = rows.flatMap(({ bagCode }) => (bagCode === null ? [] : [bagCode]))
  const [row] = rows
  return askChoice({
    title: rows.length === 1 ? `作废质检 ${row?.inspectionNo}？` : `作废 ${rows.length} 条质检记录？`,
    legend: '作废原因',
    choices: VOID_REASONS,
    ok: '作废',
    tone: 'danger',
    body: (
      <>
        <p>作废后不能恢复，手机可以重新质检。</p>
        <BagWarning bags={bags} />
      </>
    ),
  })
}

/** Asks why everything that a filter finds is voided. */
export const askVoidFound = (count: number): Promise<string | undefined> =>
  askChoice({
    title: `作废 ${count.toLocaleString('en')} 条质检记录？`,
    legend: '作废原因',
    choices: VOID_REASONS,
    ok: '作废',
    tone: 'danger',
    body: (
      <>
        <p>将对筛选出的记录逐条作废，作废后不能恢复；不能作废的会跳过并说明原因。</p>
        <p className={styles.warning}>已封袋的手机，封袋将同时作废，不能再次使用。</p>
      </>
    ),
  })

/** Asks why a phone is looked at again, and says what becomes of its report and its bag. */
export const askReinspect = ({
  inspectionNo,
  bagCode,
}: Pick<InspectionRow, 'inspectionNo' | 'bagCode'>): Promise<string | undefined> =>
  askChoice({
    title: `重检 ${inspectionNo}`,
    legend: '重检原因',
    choices: REINSPECT_REASONS,
    ok: '开始重检',
    body: (
      <ul className={styles.effects}>
        <li>旧报告作废，还能查看和对比；答案会带到新报告里。</li>
        {bagCode ? (
          <li>
            封袋 <b className="code">{bagCode}</b> 作废，重检后请装入新的封袋。
          </li>
        ) : null}
        <li>照片不带过来，可以在质检台挑着用。</li>
      </ul>
    ),
  })
