import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { cx } from '../../../components/class-names.ts'
import { EmptyState } from '../../../components/empty/empty-state.tsx'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { ScanBox, type ScanBoxHandle } from '../../../components/scan/scan-box.tsx'
import { toast } from '../../../components/toast/toast.tsx'
import { channelOf } from '../../channel/channels.ts'
import type { TypedPrices } from '../prices.ts'
import { SessionSelect } from '../session-select.tsx'
import type { ListableUnit, Session, SessionChannel } from '../types.ts'
import { ApplyToAll } from './apply-to-all.tsx'
import { ChosenRow } from './chosen-rows.tsx'
import styles from './publish-drawer.module.css'
import { isChosen, type PublishRow, shopOfRow, withoutUnit, withPrices, withUnit } from './publish-rows.ts'
import { ShopSelect } from './shop-select.tsx'
import { UnitPicker } from './unit-picker.tsx'
import { type Outcome, usePublish } from './use-publish.ts'

/** The rows to publish; scans may come faster than React renders, so the latest are kept beside the state. */
function useRows() {
  const [rows, setState] = useState<readonly PublishRow[]>([])
  const latest = useRef(rows)
  const setRows = useCallback((next: readonly PublishRow[]) => {
    latest.current = next
    setState(next)
  }, [])
  const add = useCallback(
    (units: readonly ListableUnit[]) => setRows(units.reduce<readonly PublishRow[]>(withUnit, latest.current)),
    [setRows],
  )
  const remove = useCallback((id: string) => setRows(withoutUnit(latest.current, id)), [setRows])
  const change = useCallback(
    (key: string, prices: TypedPrices) =>
      setRows(latest.current.map((row) => (row.key === key ? withPrices(row, prices) : row))),
    [setRows],
  )
  const has = useCallback((id: string) => isChosen(latest.current, id), [])
  return { rows, setRows, add, remove, change, has }
}

/** Finds the unit that a code belongs to among those that may be listed. */
async function scanUnit(
  channel: SessionChannel,
  code: string,
  has: (id: string) => boolean,
  add: (units: readonly ListableUnit[]) => void,
): Promise<ScanOutcome> {
  const { list } = await api.goods.detect_list({ channel, code, page: 1, pageSize: 1 }, { handles: 'all' })
  const [unit] = list
  if (!unit) return { ok: false, message: '不可上架：没有这台设备，或质检、封袋未完成，或已在售' }
  if (has(unit.inspectionId)) return { ok: true, message: '已在列表中' }
  add([unit])
  return { ok: true, message: `已加入 ${unit.modelName} ${unit.skuText}` }
}

const GIVE_UP = { title: '放弃发布？', body: '已选的设备和价格不会保留。', ok: '放弃', tone: 'danger' } as const

interface PublishDrawerProps {
  /** Where the goods are offered. */
  channel: SessionChannel
  /** Gets true once everything was published, and nothing when the person gave up. */
  onClose: (isDone?: true) => void
}

/** What the foot says: how the last attempt went, or else what keeps the next one back. */
function noteOf(outcome: Outcome | null, obstacle: string): string {
  if (outcome === null) return obstacle
  return `成功 ${outcome.done} 件，失败 ${outcome.failed} 件。失败的留在右侧，改好后可再次发布。`
}

interface SupplyProps {
  channel: SessionChannel
  rows: readonly PublishRow[]
  has: (inspectionId: string) => boolean
  add: (units: readonly ListableUnit[]) => void
  remove: (inspectionId: string) => void
  disabled: boolean
}

/** Where units come from: the scanner, or the list of those that may be listed. */
function Supply({ channel, rows, has, add, remove, disabled }: SupplyProps) {
  const box = useRef<ScanBoxHandle>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className={styles.left}>
      <ScanBox
        ref={box}
        name="publish"
        label="扫描设备，加入发布"
        onScan={(code) => scanUnit(channel, code, has, add)}
        active={!disabled}
      />
      <UnitPicker
        channel={channel}
        isChosen={(id) => isChosen(rows, id)}
        add={add}
        remove={remove}
        disabled={disabled}
      />
    </div>
  )
}

interface PublishFootProps {
  rows: readonly PublishRow[]
  note: string
  isSending: boolean
  publish: () => void
}

function PublishFoot({ rows, note, isSending, publish }: PublishFootProps) {
  const unitCount = rows.reduce((sum, row) => sum + row.units.length, 0)
  return (
    <>
      <span className={styles.sum} role="status">
        {note}
      </span>
      <span className={cx(styles.count, 'muted')}>
        {rows.length} 件 / {unitCount} 台
      </span>
      <Button tone="primary" icon="upload" busy={isSending} disabled={rows.length === 0} onClick={publish}>
        发布
      </Button>
    </>
  )
}

interface PublishTargetProps {
  channel: SessionChannel
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
function PublishTarget({
  channel,
  rows,
  shopId,
  setShopId,
  session,
  setSession,
  wasTried,
  disabled,
}: PublishTargetProps) {
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
      <SessionSelect
        session={session}
        onChange={setSession}
        error={session === null && wasTried && rows.length > 0 ? '请选择场次' : ''}
        disabled={disabled}
      />
    </div>
  )
}

interface ChosenListProps {
  rows: readonly PublishRow[]
  setRows: (rows: readonly PublishRow[]) => void
  change: (key: string, prices: TypedPrices) => void
  remove: (inspectionId: string) => void
  showsErrors: boolean
  disabled: boolean
}

function ChosenList({ rows, setRows, ...shared }: ChosenListProps) {
  if (rows.length === 0) {
    return <EmptyState title="还没有选设备" hint="扫描设备，或在左侧勾选。起拍价和保底价会按参考价填好。" />
  }
  return (
    <>
      <ApplyToAll rows={rows} setRows={setRows} disabled={shared.disabled} />
      <ul className={styles.list}>
        {rows.map((row) => (
          <ChosenRow key={row.key} row={row} {...shared} />
        ))}
      </ul>
    </>
  )
}

/** 发布: choose inspected units by scanning or ticking, set shop, session and prices, and send them off together. */
export function PublishDrawer({ channel, onClose }: PublishDrawerProps) {
  const { rows, setRows, add, remove, change, has } = useRows()
  const [shopId, setShopId] = useState('')
  const [session, setSession] = useState<Session | null>(null)
  const { publish, isSending, wasTried, outcome, obstacle } = usePublish({
    channel,
    rows,
    shopId,
    session,
    setRows,
    onAllDone: (count) => {
      toast('success', `已提交发布 ${count} 件，结果会显示在列表中`)
      onClose(true)
    },
  })
  useLeaveGuard(() => rows.length > 0, GIVE_UP)
  return (
    <Dialog
      title={`发布商品到${channelOf(channel).name}`}
      kind="drawer"
      widthPx={1180}
      closable={!isSending}
      onClose={() => onClose()}
      footer={
        <PublishFoot
          rows={rows}
          note={noteOf(outcome, wasTried ? obstacle : '')}
          isSending={isSending}
          publish={() => void publish()}
        />
      }
    >
      <div className={styles.publish}>
        <Supply channel={channel} rows={rows} has={has} add={add} remove={remove} disabled={isSending} />
        <section className={styles.right} aria-label="要发布的商品">
          <PublishTarget
            channel={channel}
            rows={rows}
            shopId={shopId}
            setShopId={setShopId}
            session={session}
            setSession={setSession}
            wasTried={wasTried}
            disabled={isSending}
          />
          <ChosenList
            rows={rows}
            setRows={setRows}
            change={change}
            remove={remove}
            showsErrors={wasTried}
            disabled={isSending}
          />
        </section>
      </div>
    </Dialog>
  )
}
