import { STOCK_UNITS_MAX } from '@huanji/contract/constants'
import type { Channel } from '@huanji/domain/channel'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { errorText } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { cx } from '../../../components/class-names.ts'
import { EmptyState } from '../../../components/empty/empty-state.tsx'
import { FailedState } from '../../../components/empty/failed-state.tsx'
import field from '../../../components/field/field.module.css'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { CodeField } from '../../../components/scan/code-field/code-field.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { useCodeBox } from '../../../components/scan/use-code-box.ts'
import { wrongKind } from '../../../components/scan/wrong-kind.ts'
import { toast } from '../../../components/toast/toast.ts'
import { can } from '../../../session/session.ts'
import { GRADE_OPTIONS } from '../../goods/filter-options.ts'
import type { ListableUnit } from '../types.ts'
import { SpecAndCode } from './spec-and-code.tsx'
import styles from './unit-picker.module.css'

const STEP = 50
const MOST = 200
/** How many are added at once at the most: what a listing of stock takes. */
const ADD_MAX = STOCK_UNITS_MAX

interface Only {
  readonly modelId: string
  readonly grade?: ListableUnit['grade']
}

interface UnitPickerProps {
  /** The units inspected for it are shown. */
  channel: Channel
  /** Those of one model and grade alone, for a listing that has them. */
  only?: Only
  isChosen: (inspectionId: string) => boolean
  /** Says how many of them are new. */
  add: (units: readonly ListableUnit[]) => number
  remove: (inspectionIds: readonly string[]) => void
  /** Whether phones can be taken by the batch that they were inspected in. */
  hasBatches: boolean
  disabled: boolean
}

function PickableUnit({
  unit,
  isTicked,
  toggle,
  disabled,
}: {
  unit: ListableUnit
  isTicked: boolean
  toggle: () => void
  disabled: boolean
}) {
  return (
    <li>
      <label className={styles.pick}>
        <input
          type="checkbox"
          checked={isTicked}
          disabled={disabled}
          aria-label={`选择 ${unit.modelName} ${unit.imei || unit.barCode}`}
          onChange={toggle}
        />
        <span className={styles.phone} title={`${unit.modelName} ${unit.skuText}`}>
          <span className={styles.head}>
            <span className={styles.name}>{unit.modelName}</span>
            <GradeBadge grade={unit.grade} small />
          </span>
          <SpecAndCode unit={unit} />
        </span>
      </label>
    </li>
  )
}

/** What the list is narrowed to, beside a code. */
interface Narrowing {
  readonly grade: string
  readonly batchId: string
}

interface PickerFiltersProps {
  /** Shows the units with a code, all of them for an empty one; says how many there are. */
  find: (code: string) => Promise<number>
  by: Narrowing
  narrow: (by: Narrowing) => void
  hasBatches: boolean
  /** Null where any model may be taken. */
  modelId: string | null
  /** False where the grade is given. */
  hasGrades: boolean
}

/** Batches of the channel that have phones to list, of one model where it is given. */
function BatchSelect({ by, narrow, modelId }: Pick<PickerFiltersProps, 'by' | 'narrow' | 'modelId'>) {
  const { data } = useQuery(queryOf(api.batch.getMultiDetRecordList, { channel: 'curated', page: 1, pageSize: STEP }))
  const batches = (data?.list ?? []).filter(
    (batch) => batch.availableCount > 0 && (modelId === null || batch.modelId === modelId),
  )
  return (
    <select
      className={cx(field.input, styles.batch)}
      aria-label="批次"
      value={by.batchId}
      onChange={(event) => narrow({ ...by, batchId: event.target.value })}
    >
      <option value="">全部批次</option>
      {batches.map(({ batchId, batchNo, modelName, skuText, grade, availableCount }) => (
        <option key={batchId} value={batchId}>
          {`${modelName} ${skuText} ${GRADE_LABELS[grade]} · 可用 ${availableCount} · ${batchNo}`}
        </option>
      ))}
    </select>
  )
}

function PickerFilters({ find, by, narrow, hasBatches, modelId, hasGrades }: PickerFiltersProps) {
  const [typed, setTyped] = useState('')
  // that they cannot be had, the list itself says
  const showAll = () => void find('').catch(() => undefined)
  const { box, outcome, tell } = useCodeBox({
    name: 'publish-find',
    onEmpty: showAll,
    onCode: async (code): Promise<ScanOutcome> => {
      const wrong = wrongKind('publish-find', code)
      if (wrong !== '') return { ok: false, message: wrong }
      setTyped(code)
      const count = await find(code)
      return { ok: count > 0, message: count > 0 ? `找到 ${count} 台` : '可上架手机中没有这个编号' }
    },
  })
  return (
    <div className={styles.filters}>
      <CodeField
        {...box}
        className={cx(field.input, box.className)}
        type="search"
        aria-label="按编号查找"
        aria-description={outcome?.message}
        placeholder="IMEI / 条码 / 质检单号"
        value={typed}
        onChange={(event) => {
          tell(null)
          setTyped(event.target.value)
          if (event.target.value === '') showAll()
        }}
      />
      {hasGrades ? (
        <select
          className={field.input}
          aria-label="成色"
          value={by.grade}
          onChange={(event) => narrow({ ...by, grade: event.target.value })}
        >
          <option value="">全部成色</option>
          {GRADE_OPTIONS.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : null}
      {hasBatches && can(api.batch.getMultiDetRecordList.path) ? (
        <BatchSelect by={by} narrow={narrow} modelId={modelId} />
      ) : null}
      <span className={cx(styles.found, outcome?.ok === false && styles.notFound)} role="status">
        {outcome?.message}
      </span>
    </div>
  )
}

function pickerInput(
  { channel, only }: Pick<UnitPickerProps, 'channel' | 'only'>,
  pageSize: number,
  code: string,
  by: Narrowing,
) {
  const { grade: gradeText, batchId } = by
  const grade = GRADE_OPTIONS.find((option) => option.value === gradeText)?.value as ListableUnit['grade'] | undefined
  return {
    channel,
    page: 1,
    pageSize,
    ...(code ? { code } : {}),
    ...(grade ? { grade } : {}),
    ...only,
    ...(batchId ? { batchId } : {}),
  }
}

type PickerInput = ReturnType<typeof pickerInput>

/** Every unit that the list has, page by page, up to what is added at once. */
async function allUnits(input: PickerInput, total: number): Promise<ListableUnit[]> {
  const units: ListableUnit[] = []
  for (let page = 1; units.length < Math.min(total, ADD_MAX); page++) {
    const { list } = await api.goods.listable({ ...input, page, pageSize: MOST })
    units.push(...list)
    if (list.length < MOST) break
  }
  return units.slice(0, ADD_MAX)
}

/** What is said of units that a listing has no room for. */
const FULL = '这件商品的规格或台数已满'

/** Adds all that the list has, and says how many that were: none is left behind in silence. */
function AddAll({ input, total, isChosen, add, disabled }: AddAllProps) {
  const [isBusy, setBusy] = useState(false)
  const addAll = async () => {
    setBusy(true)
    try {
      const fresh = (await allUnits(input, total)).filter(({ inspectionId }) => !isChosen(inspectionId))
      const added = add(fresh)
      const left = fresh.length - added
      const full = left > 0 ? `，${left} 台没有加入：${FULL}` : ''
      const rest = total > ADD_MAX ? `，一次最多 ${ADD_MAX} 台，共 ${total} 台` : ''
      toast(left > 0 ? 'error' : 'info', `已加入 ${added} 台${full}${rest}`)
    } catch (error) {
      toast('error', errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button small busy={isBusy} disabled={disabled || total === 0} onClick={() => void addAll()}>
      全部加入（{total}）
    </Button>
  )
}

interface AddAllProps {
  input: PickerInput
  total: number
  isChosen: UnitPickerProps['isChosen']
  add: UnitPickerProps['add']
  disabled: boolean
}

/** The inspected and sealed units that may be listed, for ticking; scanning them is quicker. */
export function UnitPicker({ channel, only, isChosen, add, remove, hasBatches, disabled }: UnitPickerProps) {
  const [code, setCode] = useState('')
  const [by, narrow] = useState<Narrowing>({ grade: '', batchId: '' })
  const [pageSize, setPageSize] = useState(STEP)
  const inputFor = (wanted: string) => pickerInput({ channel, ...(only ? { only } : {}) }, pageSize, wanted, by)
  const query = useQuery({ ...queryOf(api.goods.listable, inputFor(code)), placeholderData: keepPreviousData })
  const client = useQueryClient()
  const find = async (wanted: string) => {
    setCode(wanted)
    return (await client.fetchQuery(queryOf(api.goods.listable, inputFor(wanted)))).total
  }
  const units = query.data?.list ?? []
  const isNarrowed = code !== '' || by.grade !== '' || by.batchId !== ''
  const toggle = (unit: ListableUnit) => {
    if (isChosen(unit.inspectionId)) remove([unit.inspectionId])
    else if (add([unit]) === 0) toast('error', FULL)
  }
  return (
    <section className={styles.picker} aria-label="可上架手机">
      <PickerFilters
        find={find}
        by={by}
        narrow={narrow}
        hasBatches={hasBatches}
        modelId={only?.modelId ?? null}
        hasGrades={only?.grade === undefined}
      />
      <div className={styles.head}>
        <span className="muted">
          可上架 <b className="num">{query.data?.total ?? '…'}</b> 台
        </span>
        <AddAll
          input={inputFor(code)}
          total={query.data?.total ?? 0}
          isChosen={isChosen}
          add={add}
          disabled={disabled || query.isPlaceholderData}
        />
      </div>
      {query.error && !query.data ? <FailedState error={query.error} retry={query.refetch} /> : null}
      {query.data && units.length === 0 ? (
        <EmptyState
          title={isNarrowed ? '没有符合条件的手机' : '没有可上架的手机'}
          hint={isNarrowed ? '请换一个编号、成色或批次。' : '手机完成质检、拍照和封袋后，会出现在这里。'}
        />
      ) : null}
      <ul className={styles.list} aria-busy={query.isPending}>
        {units.map((unit) => (
          <PickableUnit
            key={unit.inspectionId}
            unit={unit}
            isTicked={isChosen(unit.inspectionId)}
            toggle={() => toggle(unit)}
            disabled={disabled}
          />
        ))}
      </ul>
      {query.data && query.data.total > units.length && pageSize < MOST ? (
        <Button small busy={query.isFetching} onClick={() => setPageSize(Math.min(MOST, pageSize + STEP))}>
          显示更多
        </Button>
      ) : null}
      {query.data && query.data.total > units.length && pageSize >= MOST ? (
        <p className="muted">只显示前 {MOST} 台，其余请扫描、按编号查找，或用“全部加入”。</p>
      ) : null}
    </section>
  )
}
