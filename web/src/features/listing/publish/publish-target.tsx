import { Segments } from '../../../components/segments/segments.tsx'
import { SessionSelect } from '../session-select.tsx'
import type { Session } from '../types.ts'
import { PUBLISH_KINDS, type PublishKind } from './publish-kinds.ts'
import { type PublishRow, shopOfRow } from './publish-rows.ts'
import styles from './publish-target.module.css'
import { ShopSelect } from './shop-select.tsx'

const KINDS = Object.values(PUBLISH_KINDS).map(({ kind, label }) => ({ value: kind, label }))

interface KindSwitchProps {
  kind: PublishKind
  onChange: (kind: PublishKind) => void
  disabled: boolean
}

/** Chooses how goods are published; what stands in the sheets of the others stays. */
export function KindSwitch({ kind, onChange, disabled }: KindSwitchProps) {
  return (
    <Segments label="发布方式" name="publish-kind" options={KINDS} value={kind} onChange={onChange} disabled={disabled}>
      <span className="muted">{PUBLISH_KINDS[kind].hint}</span>
    </Segments>
  )
}

interface TargetFieldsProps {
  kind: PublishKind
  rows: readonly PublishRow[]
  shopId: string
  setShopId: (shopId: string) => void
  session: Session | null
  setSession: (session: Session | null) => void
  /** What is missing is named once the person tried to go on. */
  wasTried: boolean
  disabled: boolean
}

/** Shop and session for all rows. */
export function TargetFields({ kind, rows, shopId, setShopId, wasTried, disabled, ...chosen }: TargetFieldsProps) {
  const { channel } = PUBLISH_KINDS[kind]
  const lacksShop = rows.some((row) => shopOfRow(row, shopId) === null)
  return (
    <div className={styles.where}>
      <ShopSelect
        channel={channel}
        shopId={shopId}
        onChange={setShopId}
        error={lacksShop && wasTried ? '请选择店铺' : ''}
        disabled={disabled}
      />
      {channel === 'auction' ? (
        <SessionSelect
          session={chosen.session}
          onChange={chosen.setSession}
          error={chosen.session === null && wasTried && rows.length > 0 ? '请选择场次' : ''}
          disabled={disabled}
        />
      ) : null}
    </div>
  )
}
