import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { confirm } from '../../../components/confirm/confirm.tsx'
import { EmptyState } from '../../../components/empty/empty-state.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { ScanBox, type ScanBoxHandle } from '../../../components/scan/scan-box.tsx'
import { toast } from '../../../components/toast/toast.tsx'
import type { TypedPrices } from '../prices.ts'
import { SessionSelect } from '../session-select.tsx'
import type { ListableUnit, Session } from '../types.ts'
import { ApplyToAll } from './apply-to-all.tsx'
import { ChosenRow } from './chosen-rows.tsx'
import { isChosen, type PublishRow, shopOfRow, withoutUnit, withPrices, withUnit } from './publish-rows.ts'
import { ShopSelect } from './shop-select.tsx'
import { UnitPicker } from './unit-picker.tsx'
import { usePublish } from './use-publish.ts'
import '../sale.css'
import './publish.css'

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
  code: string,
  has: (id: string) => boolean,
  add: (units: readonly ListableUnit[]) => void,
): Promise<ScanOutcome> {
  const { list } = await api.goods.detect_list({ channel: 'auction', code, page: 1, pageSize: 1 }, { handles: 'all' })
  const [unit] = list
  if (!unit) return { ok: false, message: '不可上架：没有这台设备，或质检、封袋未完成，或已在售' }
  if (has(unit.inspectionId)) return { ok: true, message: '已在列表中' }
  add([unit])
  return { ok: true, message: `已加入 ${unit.modelName} ${unit.skuText}` }
}

interface PublishDrawerProps {
  onClose: () => void
}

/** 发布: choose inspected units by scanning or ticking, set shop, session and prices, and send them off together. */
export function PublishDrawer({ onClose }: PublishDrawerProps) {
  const { rows, setRows, add, remove, change, has } = useRows()
  const [shopId, setShopId] = useState('')
  const [session, setSession] = useState<Session | null>(null)
  const box = useRef<ScanBoxHandle>(null)
  useEffect(() => box.current?.focus(), [])
  const { publish, isSending, wasTried, outcome, obstacle } = usePublish({
    rows,
    shopId,
    session,
    setRows,
    onAllDone: (count) => {
      toast('success', `已提交发布 ${count} 件，结果会显示在列表中`)
      onClose()
    },
  })
  const close = async () => {
    const text = { title: '放弃发布？', body: '已选的设备和价格不会保留。', ok: '放弃', tone: 'danger' as const }
    if (rows.length === 0 || (await confirm(text))) onClose()
  }
  const lacksShop = rows.some((row) => shopOfRow(row, shopId) === null)
  const unitCount = rows.reduce((sum, row) => sum + row.units.length, 0)
  return (
    <Dialog
      title="发布商品到鱼市"
      kind="drawer"
      widthPx={1180}
      closable={!isSending}
      onClose={() => void close()}
      footer={
        <>
          <span className="publish-sum" role="status">
            {outcome ? `成功 ${outcome.done} 件，失败 ${outcome.failed} 件。失败的留在右侧，改好后可再次发布。` : ''}
            {!outcome && wasTried ? obstacle : ''}
          </span>
          <span className="muted">
            {rows.length} 件 / {unitCount} 台
          </span>
          <Button
            tone="primary"
            icon="upload"
            busy={isSending}
            disabled={rows.length === 0}
            onClick={() => void publish()}
          >
            发布
          </Button>
        </>
      }
    >
      <div className="publish">
        <div className="publish-left">
          <ScanBox
            ref={box}
            label="扫描设备，加入发布"
            onScan={(code) => scanUnit(code, has, add)}
            active={!isSending}
          />
          <UnitPicker isChosen={(id) => isChosen(rows, id)} add={add} remove={remove} disabled={isSending} />
        </div>
        <section className="publish-right" aria-label="要发布的商品">
          <div className="publish-where">
            <ShopSelect
              shopId={shopId}
              onChange={setShopId}
              error={lacksShop && wasTried ? '请选择店铺' : ''}
              disabled={isSending}
            />
            <SessionSelect
              session={session}
              onChange={setSession}
              error={session === null && wasTried && rows.length > 0 ? '请选择场次' : ''}
              disabled={isSending}
            />
          </div>
          {rows.length > 0 ? <ApplyToAll rows={rows} setRows={setRows} disabled={isSending} /> : null}
          {rows.length === 0 ? (
            <EmptyState title="还没有选设备" hint="扫描设备，或在左侧勾选。起拍价和保底价会按参考价填好。" />
          ) : null}
          <ul className="chosen-list">
            {rows.map((row) => (
              <ChosenRow
                key={row.key}
                row={row}
                showsErrors={wasTried}
                disabled={isSending}
                change={change}
                remove={remove}
              />
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  )
}
