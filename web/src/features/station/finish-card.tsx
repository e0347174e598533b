import type { Channel } from '@huanji/domain/channel'
import { GRADE_LABELS, isWorse } from '@huanji/domain/grading/ladder'
import { GRADES } from '@huanji/domain/template/types'
import { useId } from 'react'
import { Button } from '../../components/button/button.tsx'
import field from '../../components/field/field.module.css'
import { Icon } from '../../components/icon/icon.tsx'
import { can } from '../../session/session.ts'
import type { TypedBag } from '../bag/bag-check.ts'
import type { Grade } from '../inspection/types.ts'
import { shopName } from '../shop/shop-name.ts'
import type { ShopOption } from '../shop/types.ts'
import { AuctionInsteadButton } from './auction-instead-button.tsx'
import { BagField } from './bag-field.tsx'
import { CostLine } from './cost-line.tsx'
import styles from './finish-card.module.css'
import line from './finish-line.module.css'
import { mainCode, type OpenPhone, type PhoneFields } from './station-state.ts'
import type { AuctionInstead } from './use-auction-instead.ts'

interface FinishCardProps {
  channel: Channel
  phone: OpenPhone
  bag: TypedBag
  systemGrade: Grade | null
  shops: readonly ShopOption[]
  /** Why the server refused the last submit, and what to do. */
  refusal: string
  /** The way on where the channel does not take the phone's grade; null where that is not the reason. */
  auctionInstead: AuctionInstead | null
  /** Whether the phone has to be sealed. */
  needsBag: boolean
  isSubmitting: boolean
  onChange: (fields: Partial<PhoneFields>) => void
  onSubmit: () => void
}

/** The last of a phone: bag, shop, a lower grade where the person sees one, and the submit. */
export function FinishCard(props: FinishCardProps) {
  const {
    channel,
    phone,
    bag,
    needsBag,
    systemGrade,
    shops,
    refusal,
    auctionInstead,
    isSubmitting,
    onChange,
    onSubmit,
  } = props
  const id = useId()
  return (
    <>
      <BagField typed={phone.bagCode} bag={bag} isOptional={!needsBag} onChange={(bagCode) => onChange({ bagCode })} />
      <ShopField value={phone.shopAccountId} shops={shops} onChange={(shopAccountId) => onChange({ shopAccountId })} />
      <GradeField graded={phone} systemGrade={systemGrade} onChange={onChange} />
      <label className={line.line} htmlFor={`${id}-remark`}>
        备注
        <input
          id={`${id}-remark`}
          className={field.input}
          maxLength={200}
          autoComplete="off"
          value={phone.remark}
          onChange={(event) => onChange({ remark: event.target.value })}
        />
      </label>
      {can('field:costPrice') ? (
        <CostLine
          key={mainCode(phone.code)}
          channel={channel}
          code={mainCode(phone.code)}
          knownFen={phone.knownCostFen ?? null}
        />
      ) : null}
      {refusal ? (
        <p className={styles.refusal} role="alert">
          <Icon name="alert" />
          <span>{refusal}</span>
          <AuctionInsteadButton way={auctionInstead} />
        </p>
      ) : null}
      <Button
        tone="primary"
        className={styles.submit}
        busy={isSubmitting}
        aria-keyshortcuts="Control+Enter"
        onClick={onSubmit}
      >
        {phone.record?.state === 'awaiting_photos' ? '保存修改' : '提交质检'}
        <kbd>Ctrl ↵</kbd>
      </Button>
    </>
  )
}

interface ShopFieldProps {
  value: string
  shops: readonly ShopOption[]
  onChange: (shopAccountId: string) => void
}

/** The shop that what is inspected is to be sold in; it may be left open. */
export function ShopField({ value, shops, onChange }: ShopFieldProps) {
  const id = useId()
  return (
    <label className={line.line} htmlFor={id}>
      店铺
      <select
        id={id}
        className={field.input}
        data-field="shopAccountId"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">暂不指定</option>
        {shops.map((shop) => (
          <option key={shop.value} value={shop.value} disabled={!shop.usable}>
            {shopName(shop)}
          </option>
        ))}
      </select>
    </label>
  )
}

interface GradeFieldProps {
  graded: Pick<PhoneFields, 'finalGrade' | 'overrideReason'>
  systemGrade: Grade | null
  onChange: (fields: Partial<Pick<PhoneFields, 'finalGrade' | 'overrideReason'>>) => void
}

/** The person's own grade: lower than the system's only, and with the reason. */
export function GradeField({ graded, systemGrade, onChange }: GradeFieldProps) {
  const id = useId()
  const lower = systemGrade === null ? [] : GRADES.filter((grade) => isWorse(grade, systemGrade))
  const chosen = lower.find((grade) => grade === graded.finalGrade) ?? ''
  return (
    <>
      <label className={line.line} htmlFor={id}>
        最终成色
        <select
          id={id}
          className={field.input}
          data-field="finalGrade"
          value={chosen}
          disabled={lower.length === 0}
          onChange={(event) =>
            onChange({ finalGrade: lower.find((grade) => grade === event.target.value) ?? '', overrideReason: '' })
          }
        >
          <option value="">{systemGrade === null ? '按系统评级' : `按系统评级（${GRADE_LABELS[systemGrade]}）`}</option>
          {lower.map((grade) => (
            <option key={grade} value={grade}>
              下调为{GRADE_LABELS[grade]}
            </option>
          ))}
        </select>
      </label>
      {chosen ? (
        <label className={line.line} htmlFor={`${id}-why`}>
          下调原因
          <input
            id={`${id}-why`}
            className={field.input}
            maxLength={200}
            autoComplete="off"
            value={graded.overrideReason}
            placeholder="2到200个字"
            onChange={(event) => onChange({ overrideReason: event.target.value })}
          />
        </label>
      ) : null}
    </>
  )
}
