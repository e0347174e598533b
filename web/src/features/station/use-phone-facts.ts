import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { GradeCheck, ModelProperties, Template } from '../inspection/types.ts'
import { type ChecklistGroup, checklistOf, withSkuAnswers } from './checklist/checklist.ts'
import { propertiesQuery, templateQuery, useGrade } from './queries.ts'
import { isSkuComplete } from './sku-picker.tsx'
import type { OpenPhone } from './station-state.ts'
import type { Station } from './use-station.ts'

/** Which question the station asks now. */
type StationStep = 'model' | 'sku' | 'items'

/** Everything that follows from what was said about the open phone. */
export interface PhoneFacts {
  readonly step: StationStep
  readonly properties: ModelProperties | undefined
  readonly full: Template | undefined
  readonly quick: Template | undefined
  readonly groups: readonly ChecklistGroup[]
  readonly check: GradeCheck | undefined
  readonly isCheckStale: boolean
  /** Shows the further items of a group. */
  readonly openGroup: (groupCode: string) => void
}

function stepOf(phone: OpenPhone | null, properties: ModelProperties | undefined): StationStep {
  if (!phone || phone.modelId === null) return 'model'
  return properties && isSkuComplete(properties, phone.sku) ? 'items' : 'sku'
}

/** The templates and sums of the open phone; its normal answers are filled in as soon as the template is there. */
export function usePhoneFacts(station: Station): PhoneFacts {
  const { channel, state } = station
  const { phone } = state
  const modelId = phone?.modelId ?? ''
  const enabled = modelId !== ''
  const properties = useQuery({ ...propertiesQuery(modelId), enabled }).data
  const quick = useQuery({ ...templateQuery(channel, modelId, false), enabled }).data
  const full = useQuery({ ...templateQuery(channel, modelId, true), enabled }).data
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const step = stepOf(phone, properties)

  const given = phone?.answers
  // The normal answers count from the first moment on, before they are filled in below.
  const answers = useMemo(() => (given && quick ? { ...quick.defaults, ...given } : given), [given, quick])
  const sku = phone?.sku
  const asked = useMemo(
    () =>
      step === 'items' && full && answers && sku ? { modelId, answers: withSkuAnswers(full, answers, sku) } : null,
    [step, full, answers, sku, modelId],
  )
  const { check, isStale } = useGrade(channel, asked)
  const groups = useMemo(() => {
    if (!quick || !full || !answers) return []
    const { uninspectable = [], missing = [] } = check ?? {}
    return checklistOf({ quick, full, answers, uninspectable, missing, opened })
  }, [quick, full, answers, check, opened])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another model or phone starts with its groups closed
  useEffect(() => setOpened(new Set()), [modelId, phone?.code])
  const lacksDefaults =
    step === 'items' && quick && given && Object.keys(quick.defaults).some((code) => !(code in given))
  useEffect(() => {
    if (lacksDefaults) station.dispatch({ type: 'defaultsFilled', defaults: quick.defaults })
  }, [lacksDefaults, quick, station.dispatch])
  return {
    step,
    properties,
    full,
    quick,
    groups,
    check,
    isCheckStale: isStale,
    openGroup: (code) => setOpened((old) => new Set([...old, code])),
  }
}
