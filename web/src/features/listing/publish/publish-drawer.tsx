import { type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { errorText } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { cx } from '../../../components/class-names.ts'
import { EmptyState } from '../../../components/empty/empty-state.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { ScanBox, type ScanBoxHandle } from '../../../components/scan/scan-box.tsx'
import { toast } from '../../../components/toast/toast.ts'
import { channelOf } from '../../channel/channels.ts'
import { isWrong, wordOf } from '../sheet/lines.ts'
import type { Session } from '../types.ts'
import { ChosenSheets } from './chosen-sheets.tsx'
import styles from './publish-drawer.module.css'
import { PUBLISH_KINDS, type PublishKind } from './publish-kinds.ts'
import { PublishResults } from './publish-results.tsx'
import { isChosen, type PublishRow } from './publish-rows.ts'
import { KindSwitch, TargetFields } from './publish-target.tsx'
import { SheetTools } from './sheet-tools.tsx'
import { UnitPicker } from './unit-picker.tsx'
import { type DrawerLine, useLines } from './use-lines.ts'
import { usePublish } from './use-publish.ts'
import { type Opening, type PublishSheetState, usePublishRows } from './use-publish-rows.ts'

/** Finds the unit that a code belongs to among those that may be listed. */
async function scanUnit(kind: PublishKind, code: string, { has, add }: PublishSheetState): Promise<ScanOutcome> {
  const { channel } = PUBLISH_KINDS[kind]
  const { list } = await api.goods.listable({ channel, code, page: 1, pageSize: 1 }, { handles: 'all' })
  const [unit] = list
  if (!unit) return { ok: false, message: '不可上架：没有这台手机，或质检、封袋未完成，或已在售' }
  if (has(unit.inspectionId)) return { ok: true, message: '已在列表中' }
  if (add([unit]) === 0) return { ok: false, message: '这件商品的规格或台数已满，请先发布' }
  return { ok: true, message: `已加入 ${unit.modelName} ${unit.skuText}` }
}

interface SupplyProps {
  kind: PublishKind
  state: PublishSheetState
  disabled: boolean
}

/** Where units come from: the scanner, or the list of those that may be listed. */
function Supply({ kind, state, disabled }: SupplyProps) {
  const box = useRef<ScanBoxHandle>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className={styles.left}>
      <ScanBox
        ref={box}
        name="publish"
        label="扫描手机，加入发布"
        placeholder="扫描手机，或输入后按回车"
        onScan={(code) => scanUnit(kind, code, state)}
        active={!disabled}
      />
      <UnitPicker
        channel={PUBLISH_KINDS[kind].channel}
        isChosen={(id) => isChosen(state.rows, id)}
        add={state.add}
        remove={state.remove}
        hasBatches={kind === 'stock'}
        disabled={disabled}
      />
    </div>
  )
}

/** Brings the next line that needs a person into sight, with the focus in its first box. */
function focusNext(area: HTMLElement | null): void {
  const rows = [...(area?.querySelectorAll<HTMLElement>('tr[data-tone="wrong"], tr[data-tone="doubt"]') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at + 1] ?? rows[0]
  const box =
    next?.querySelector<HTMLElement>('input[aria-invalid="true"]') ?? next?.querySelector<HTMLElement>('input')
  box?.focus()
}

/** F8 goes to the next line, also while a price is typed; not while a question lies over the drawer. */
function useNextKey(area: RefObject<HTMLElement | null>, next: () => void): void {
  const latest = useRef(next)
  latest.current = next
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.repeat) return
      if ([...document.querySelectorAll('dialog[open]')].at(-1) !== area.current?.closest('dialog')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [area])
}

interface TroubleProps {
  area: RefObject<HTMLElement | null>
  lines: readonly DrawerLine[]
  wasTried: boolean
}

/** How many lines need a person, and the way to the next of them. */
function Trouble({ area, lines, wasTried }: TroubleProps) {
  const next = () => focusNext(area.current)
  const tones = lines.map((line) => wordOf(line, wasTried).tone)
  const wrong = tones.filter((tone) => tone === 'wrong').length
  const doubt = tones.filter((tone) => tone === 'doubt').length
  useNextKey(area, next)
  if (wrong + doubt === 0) return null
  return (
    <span className={styles.trouble}>
      {wrong > 0 ? <b className={styles.wrong}>{wrong} 行需修改</b> : null}
      {doubt > 0 ? <b className={styles.doubt}>{doubt} 行需确认</b> : null}
      <Button small onClick={next}>
        看下一处 <kbd>F8</kbd>
      </Button>
    </span>
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

/** What was taken up again from an earlier time, with a way to begin anew. */
function Restored({ state, isAsked }: { state: PublishSheetState; isAsked: boolean }) {
  const [isSeen, setSeen] = useState(false)
  if (!isAsked || state.restoredCount === 0 || isSeen || state.rows.length === 0) return null
  const clear = () => {
    state.change([])
    setSeen(true)
  }
  return (
    <p className={styles.restored} role="status">
      已恢复上次没有发布的 {state.restoredCount} 台
      <Button small tone="quiet" onClick={clear}>
        清空重来
      </Button>
    </p>
  )
}

/** What an earlier time has left, beside a sheet that was opened for other phones. */
function LeftAside({ state, disabled }: { state: PublishSheetState; disabled: boolean }) {
  if (state.asideCount === 0) return null
  return (
    <p className={styles.restored} role="status">
      上次还有 {state.asideCount} 台没发
      <Button small tone="quiet" disabled={disabled} onClick={state.takeAside}>
        加进来
      </Button>
    </p>
  )
}

/** Brings phones that were chosen elsewhere into the sheet, and says which of them cannot be put on sale. */
function useWanted(kind: PublishKind, wanted: readonly string[], { add, has }: PublishSheetState): void {
  const [ids] = useState(wanted)
  useEffect(() => {
    if (ids.length === 0) return
    const { channel } = PUBLISH_KINDS[kind]
    const bring = async () => {
      const { list } = await api.goods.listable({ channel, inspectionIds: [...ids], page: 1, pageSize: ids.length })
      add(list.filter(({ inspectionId }) => !has(inspectionId)))
      const left = ids.filter((id) => !has(id)).length
      if (left > 0) toast('error', `${left} 台没有加入：不可上架，或已在售`)
    }
    void bring().catch((error) => toast('error', errorText(error)))
  }, [ids, kind, add, has])
}

interface PublishWorkProps {
  kind: PublishKind
  /** Phones that come into the sheet when it opens, as the ids of their records. */
  wanted: readonly string[]
  opening: Opening
  setKind: (kind: PublishKind) => void
  session: Session | null
  setSession: (session: Session | null) => void
  onClose: (isDone?: true) => void
}

/** The drawer for one kind: what stands in its sheet is kept until it is published, so that closing asks nothing. */
function PublishWork({ kind, wanted, opening, setKind, session, setSession, onClose }: PublishWorkProps) {
  const state = usePublishRows(kind, opening)
  useWanted(kind, wanted, state)
  const area = useRef<HTMLElement>(null)
  const { rows, shopId, setShopId, keepLeft } = state
  const lines = useLines(kind, rows)
  const { publish, isSending, wasTried, outcomes, obstacle } = usePublish({
    kind,
    rows,
    lines,
    target: { shopId, session },
    setRows: keepLeft,
    onAllDone: (count) => {
      toast('success', `已提交发布 ${count} 件，结果会显示在列表中`)
      onClose(true)
    },
  })
  return (
    <Dialog
      title={`发布商品到${channelOf(PUBLISH_KINDS[kind].channel).name}`}
      kind="drawer"
      widthPx={1320}
      closable={!isSending}
      onClose={() => onClose()}
      footer={
        <PublishFoot
          rows={rows}
          note={wasTried && (rows.length === 0 || lines.some(isWrong) || obstacle !== '') ? obstacle : ''}
          isSending={isSending}
          publish={() => void publish()}
        />
      }
    >
      <div className={styles.publish}>
        <Supply kind={kind} state={state} disabled={isSending} />
        <section ref={area} className={styles.right} aria-label="要发布的商品">
          <KindSwitch kind={kind} onChange={setKind} disabled={isSending} />
          <TargetFields {...{ kind, rows, shopId, setShopId, session, setSession, wasTried }} disabled={isSending} />
          <PublishResults outcomes={outcomes} />
          <Restored state={state} isAsked={!opening.isForOthers} />
          <LeftAside state={state} disabled={isSending} />
          {rows.length === 0 ? (
            <EmptyState title="还没有选手机" hint="扫描手机，或在左侧勾选。价格会按参考价填好，关闭后内容仍会保留。" />
          ) : (
            <>
              <div className={styles.tools}>
                <SheetTools kind={kind} rows={rows} change={state.change} undo={state.undo} disabled={isSending} />
                <Trouble area={area} lines={lines} wasTried={wasTried} />
              </div>
              <div className={styles.sheets}>
                <ChosenSheets kind={kind} state={state} lines={lines} wasTried={wasTried} disabled={isSending} />
              </div>
            </>
          )}
        </section>
      </div>
    </Dialog>
  )
}

interface PublishDrawerProps {
  /** How goods are offered at first. */
  kind: PublishKind
  /** Phones that were chosen elsewhere, as the ids of their records. */
  wanted?: readonly string[]
  /** Gets true once everything was published, and nothing when the person closed it. */
  onClose: (isDone?: true) => void
}

/** 发布: choose inspected units by scanning or ticking, price them as in a spreadsheet, and send them off together. */
export function PublishDrawer({ kind: first, wanted = [], onClose }: PublishDrawerProps) {
  const [kind, setKind] = useState(first)
  // a look at another kind does not change the session that was chosen
  const [session, setSession] = useState<Session | null>(null)
  const [opening] = useState<Opening>(() => ({ isForOthers: wanted.length > 0, sheets: new Map() }))
  return (
    <PublishWork
      key={kind}
      {...{ kind, opening, setKind, session, setSession, onClose }}
      wanted={kind === first ? wanted : []}
    />
  )
}
