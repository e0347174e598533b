import { type RefObject, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/button.tsx'
import { buttonClass } from '../../components/button/button-class.ts'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { EmptyState } from '../../components/empty/empty-state.tsx'
import type { ScanBoxHandle } from '../../components/scan/scan-box.tsx'
import type { Grade, Template } from '../inspection/types.ts'
import { batchLink, singleStationLink } from '../links/batch-links.ts'
import { photosLink } from '../links/inspection-links.ts'
import { type ListedUnit, listedUnits } from './batch-input.ts'
import { isInFlight } from './batch-state.ts'
import { TableImport } from './table-import.tsx'
import { openUnit } from './unit-drawer.tsx'
import styles from './unit-part.module.css'
import type { RowDoes } from './unit-row.tsx'
import { UnitTable, type UnitTableHandle } from './unit-table.tsx'
import type { Batch } from './use-batch.ts'
import type { SendProgress } from './use-batch-submit.ts'

interface UnitPartProps {
  batch: Batch
  full: Template | undefined
  grade: Grade | null
  box: RefObject<ScanBoxHandle | null>
  table: RefObject<UnitTableHandle | null>
  progress: SendProgress | null
  /** Why nothing goes on at present; empty otherwise. */
  failure: string
  onSubmit: () => void
}

/** What a row's buttons and keys do; the same object for as long as the page stands, so that no row is rendered for it. */
function useRowDoes({ batch, grade, box }: UnitPartProps): RowDoes {
  const latest = useRef({ batch, grade })
  latest.current = { batch, grade }
  return useMemo(() => {
    const toBox = () => setTimeout(() => box.current?.focus(), 0)
    const dispatch = (...args: Parameters<Batch['dispatch']>) => latest.current.batch.dispatch(...args)
    const open = async (key: number) => {
      const { channel, now } = latest.current.batch
      const { units, common } = now()
      const index = units.findIndex((unit) => unit.key === key)
      const unit = units[index]
      if (unit?.fault !== '' || isInFlight(now(), key)) return
      const result = await openUnit({ channel, common, grade: latest.current.grade, unit, rowNo: index + 1 })
      if (result?.isSetAside) dispatch({ type: 'setAside', key })
      else if (result && JSON.stringify(result.answers) !== JSON.stringify(unit.answers)) {
        dispatch({ type: 'unitAnswered', key, answers: result.answers })
      }
      toBox()
    }
    return {
      open: (key) => void open(key),
      remove: (key) => dispatch({ type: 'removed', keys: [key] }),
      setAside: (key) => dispatch({ type: 'setAside', key }),
      rescan: (key) => {
        dispatch({ type: 'removed', keys: [key] })
        toBox()
      },
      changeBag: (key) => {
        dispatch({ type: 'bagAwaited', key })
        toBox()
      },
    }
  }, [box])
}

const count = (listed: readonly ListedUnit[], ...standings: readonly ListedUnit['standing'][]): number =>
  listed.filter(({ standing }) => standings.includes(standing)).length

/** The phones of the batch: what was taken, what was put aside, the list, and the submit. */
export function UnitPart(props: UnitPartProps) {
  const { batch, full, grade, box, table, progress, failure, onSubmit } = props
  const { state, dispatch } = batch
  const does = useRowDoes(props)
  const [isOnlyRefused, setOnlyRefused] = useState(false)
  const listed = useMemo(() => listedUnits(state), [state])
  const refused = count(listed, 'refused')
  const shown = isOnlyRefused && refused > 0 ? listed.filter(({ standing }) => standing === 'refused') : listed
  const ready = count(listed, 'ready', 'waiting', 'sent')
  return (
    <>
      <TakenNote batch={batch} />
      <SinglesNote batch={batch} />
      <div className={styles.tools}>
        <p role="status" aria-label="手机统计">
          共 <b>{listed.length}</b> 台，可以录 <b>{count(listed, 'ready')}</b>
          {count(listed, 'waiting') > 0 ? `，待核对 ${count(listed, 'waiting')}` : ''}
          {refused > 0 ? <b className={styles.bad}>，需处理 {refused}</b> : null}
        </p>
        {refused > 0 ? (
          <>
            <Button small aria-pressed={isOnlyRefused} onClick={() => setOnlyRefused(!isOnlyRefused)}>
              {isOnlyRefused ? '显示全部' : '只看需处理'}
            </Button>
            <Button
              small
              onClick={() => {
                const keys = listed.flatMap(({ unit, standing }) => (standing === 'refused' ? [unit.key] : []))
                dispatch({ type: 'removed', keys })
              }}
            >
              移除需处理的 {refused} 台
            </Button>
          </>
        ) : null}
        <TableImport batch={batch} box={box} />
      </div>
      {listed.length === 0 ? (
        <EmptyState
          title="扫描手机开始录入"
          hint="扫描IMEI添加一台，再扫封袋码归入该台；也可以粘贴表格，或导入 .xlsx、.csv 文件。"
        />
      ) : (
        <UnitTable
          ref={table}
          listed={shown.toReversed()}
          full={full}
          batchGrade={grade}
          currentKey={state.currentKey}
          does={does}
          onLeave={() => box.current?.focus()}
        />
      )}
      <footer className={styles.bar}>
        <p className={failure === '' ? 'muted' : styles.bad} role="status" aria-label="提交进度">
          {progress ? `正在提交 ${progress.done} / ${progress.total}` : failure}
        </p>
        {progress ? <progress max={progress.total} value={progress.done} aria-label="提交进度" /> : null}
        <Button
          tone="primary"
          busy={progress !== null}
          disabled={ready === 0}
          aria-keyshortcuts="Control+Enter"
          onClick={onSubmit}
        >
          提交 {ready} 台 <kbd>Ctrl ↵</kbd>
        </Button>
      </footer>
    </>
  )
}

/** What has been taken so far, and the ways on from there. */
function TakenNote({ batch }: { batch: Batch }) {
  const { channel, state, dispatch } = batch
  const { taken, batchId, batchNo, units } = state
  if (taken.count === 0 || batchId === null) return null
  return (
    <section className={styles.taken} aria-label="已录入">
      <b>已录入 {taken.count} 台</b>
      <span className="code">{batchNo}</span>
      <Link className={buttonClass({ small: true })} to={batchLink(batchId)}>
        查看批次
      </Link>
      {taken.sample ? (
        <Link
          className={buttonClass({ small: true })}
          to={photosLink({ channel, inspectionId: taken.sample.inspectionId })}
        >
          拍摄样机（{taken.sample.inspectionNo}）
        </Link>
      ) : null}
      {units.length === 0 ? (
        <Button small onClick={() => dispatch({ type: 'startedAnew', keepsCommon: false })}>
          开始新批次
        </Button>
      ) : null}
    </section>
  )
}

/** Phones that do not belong to the batch and wait to be inspected by themselves. */
function SinglesNote({ batch }: { batch: Batch }) {
  const { channel, state, dispatch } = batch
  if (state.singles.length === 0) return null
  return (
    <section className={styles.singles} aria-label="需单独质检">
      <b>需单独质检 {state.singles.length} 台</b>
      {state.singles.map((code) => (
        <span key={code}>
          <span className="code">{code}</span>
          <CopyButton text={code} what="条码" />
        </span>
      ))}
      <Link className={buttonClass({ small: true })} to={singleStationLink(channel)}>
        去单台质检
      </Link>
      <Button small tone="quiet" onClick={() => dispatch({ type: 'singlesCleared' })}>
        清除
      </Button>
    </section>
  )
}
