import type { Channel } from '@huanji/domain/channel'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type ChecklistGroup, checklistOf, withSkuAnswers } from '../checklist/checklist.ts'
import { templateQuery } from '../inspection/queries.ts'
import type { Answers, GradeCheck, ModelProperties, Sku, Template } from '../inspection/types.ts'
import { propertiesQuery, useGrade } from './queries.ts'
import { isSkuComplete } from './sku-picker.tsx'

/** Which question is asked now. */
type Step = 'model' | 'sku' | 'items'

/** What was said of a phone, or of a batch of them. */
export interface ChecklistSubject {
  readonly modelId: string | null
  readonly sku: Sku
  readonly answers: Answers
  /** Another one starts with its groups closed. */
  readonly about: string
}

/** Everything that follows from what was said. */
export interface ChecklistFacts {
  readonly step: Step
  readonly properties: ModelProperties | undefined
  readonly full: Template | undefined
  readonly quick: Template | undefined
  readonly groups: readonly ChecklistGroup[]
  readonly check: GradeCheck | undefined
  readonly isCheckStale: boolean
  /** The grade could not be asked for; it is tried again. */
  readonly isCheckLost: boolean
  /** Shows the further items of a group. */
  readonly openGroup: (groupCode: string) => void
}

function stepOf({ modelId, sku }: ChecklistSubject, properties: ModelProperties | undefined): Step {
  if (modelId === null) return 'model'
  return properties && isSkuComplete(properties, sku) ? 'items' : 'sku'
}

const NOBODY: ChecklistSubject = {
  modelId: null,
  sku: { regulatoryNo: '', ram: '', storage: '', colour: '' },
  answers: {},
  about: '',
}

/**
 * The templates and sums of a subject on a channel; null while there is none.
 * @param onDefaults is given the normal answers that it lacks as soon as the template is there
 */
export function useChecklistFacts(
  channel: Channel,
  subject: ChecklistSubject | null,
  onDefaults: (defaults: Answers) => void,
): ChecklistFacts {
  const said = subject ?? NOBODY
  const { answers: given, sku, about } = said
  const modelId = said.modelId ?? ''
  const enabled = modelId !== ''
  const properties = useQuery({ ...propertiesQuery(modelId), enabled }).data
  const quick = useQuery({ ...templateQuery(channel, modelId, false), enabled }).data
  const full = useQuery({ ...templateQuery(channel, modelId, true), enabled }).data
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const step = stepOf(said, properties)

  // The normal answers count from the first moment on, before they are filled in below.
  const answers = useMemo(() => (quick ? { ...quick.defaults, ...given } : given), [given, quick])
  const asked = useMemo(
    () => (step === 'items' && full ? { modelId, answers: withSkuAnswers(full, answers, sku) } : null),
    [step, full, answers, sku, modelId],
  )
  const { check, isStale, isLost } = useGrade(channel, asked)
  const groups = useMemo(() => {
    if (!quick || !full) return []
    const { uninspectable = [], missing = [] } = check ?? {}
    return checklistOf({ quick, full, answers, uninspectable, missing, opened })
  }, [quick, full, answers, check, opened])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another model or phone starts with its groups closed
  useEffect(() => setOpened(new Set()), [modelId, about])
  const lacksDefaults = step === 'items' && quick && Object.keys(quick.defaults).some((code) => !(code in given))
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in once for each set of answers that lacks them
  useEffect(() => {
    if (lacksDefaults) onDefaults(quick.defaults)
  }, [lacksDefaults, quick])
  return {
    step,
    properties,
    full,
    quick,
    groups,
    check,
    isCheckStale: isStale,
    isCheckLost: isLost,
    openGroup: (code) => setOpened((old) => new Set([...old, code])),
  }
}
