import type { Channel } from '@huanji/domain/channel'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { errorText } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { EmptyState } from '../../../components/empty/empty-state.tsx'
import field from '../../../components/field/field.module.css'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { GRADE_OPTIONS } from '../../trade/filter-options.ts'
import { SubLine } from '../../trade/sub-line.tsx'
import type { ListableUnit } from '../types.ts'
import styles from './unit-picker.module.css'

const STEP = 50
const MOST = 200

interface UnitPickerProps {
  /** The units inspected for it are shown. */
  channel: Channel
  isChosen: (inspectionId: string) => boolean
  add: (units: readonly ListableUnit[]) => void
  remove: (inspectionId: string) => void
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
        <span className={styles.name}>
          {unit.modelName}
          <SubLine>
            {unit.skuText} · <span className="code">{unit.imei || unit.barCode}</span>
          </SubLine>
        </span>
        <GradeBadge grade={unit.grade} />
      </label>
    </li>
  )
}

interface PickerFiltersProps {
  code: string
  setCode: (code: string) => void
  grade: string
  setGrade: (grade: string) => void
}

function PickerFilters({ code, setCode, grade, setGrade }: PickerFiltersProps) {
  return (
    <div className={styles.filters}>
      <input
        className={field.input}
        type="search"
        aria-label="按编号查找"
        placeholder="IMEI / 条码 / 质检编号"
        value={code}
        onChange={(event) => setCode(event.target.value.trim())}
      />
      <select
        className={field.input}
        aria-label="成色"
        value={grade}
        onChange={(event) => setGrade(event.target.value)}
      >
        <option value="">全部成色</option>
        {GRADE_OPTIONS.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The inspected and sealed units that may be listed, for ticking; scanning them is quicker. */
export function UnitPicker({ channel, isChosen, add, remove, disabled }: UnitPickerProps) {
  const [code, setCode] = useState('')
  const [grade, setGrade] = useState('')
  const [pageSize, setPageSize] = useState(STEP)
  const chosenGrade = GRADE_OPTIONS.find((option) => option.value === grade)?.value as ListableUnit['grade'] | undefined
  const query = useQuery({
    ...queryOf(api.goods.detect_list, {
      channel,
      page: 1,
      pageSize,
      ...(code ? { code } : {}),
      ...(chosenGrade ? { grade: chosenGrade } : {}),
    }),
    placeholderData: keepPreviousData,
  })
  const units = query.data?.list ?? []
  const open = units.filter((unit) => !isChosen(unit.inspectionId))
  return (
    <section className={styles.picker} aria-label="可上架设备">
      <PickerFilters code={code} setCode={setCode} grade={grade} setGrade={setGrade} />
      <div className={styles.head}>
        <span className="muted">
          可上架 <b className="num">{query.data?.total ?? '…'}</b> 台
        </span>
        <Button small disabled={disabled || open.length === 0} onClick={() => add(open)}>
          全部加入（{open.length}）
        </Button>
      </div>
      {query.error && !query.data ? (
        <EmptyState
          tone="error"
          title="加载失败"
          hint={errorText(query.error)}
          action={{ name: '重试', run: () => void query.refetch() }}
        />
      ) : null}
      {query.data && units.length === 0 ? (
        <EmptyState title="没有可上架的设备" hint="设备完成质检、拍照和封袋后，会出现在这里。" />
      ) : null}
      <ul className={styles.list} aria-busy={query.isPending}>
        {units.map((unit) => (
          <PickableUnit
            key={unit.inspectionId}
            unit={unit}
            isTicked={isChosen(unit.inspectionId)}
            toggle={() => (isChosen(unit.inspectionId) ? remove(unit.inspectionId) : add([unit]))}
            disabled={disabled}
          />
        ))}
      </ul>
      {query.data && query.data.total > units.length && pageSize < MOST ? (
        <Button small busy={query.isFetching} onClick={() => setPageSize(Math.min(MOST, pageSize + STEP))}>
          显示更多
        </Button>
      ) : null}
    </section>
  )
}
