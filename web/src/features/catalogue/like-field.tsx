import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { FieldFrame } from '../../components/field/field-frame.tsx'
import type { FormControl } from '../../components/form/use-contract-form.ts'
import type { Option } from '../../components/listbox/option.ts'
import { OptionBox } from '../../components/listbox/option-box.tsx'
import { searchModels } from '../goods/filter-options.ts'
import { modelTitleOf } from '../inspection/queries.ts'
import { LIKE_TITLES, usualLike } from './model-values.ts'
import type { ModelValues } from './types.ts'

const LABEL = '检测项同'
const OWN_ID = /^own-/

/** Only a model of the catalogue can lend its questions. */
const search = async (keyword: string): Promise<Option[]> =>
  (await searchModels(keyword)).filter(({ value }) => !OWN_ID.test(value))

/** The newest models of a brand that are known come first. */
const newestQuery = (brand: string) => queryOf(api.detConfig.productSearch, { query: brand, limit: 50 })

/** Follows the brand until a person has chosen: the newest model of the brand is likest to what is missed. */
function useUsualLike(form: FormControl<ModelValues>, brands: readonly string[], isChosen: () => boolean) {
  const brand = useWatch({ control: form.methods.control, name: 'brand' }).trim()
  const isKnown = brands.includes(brand)
  const { data } = useQuery({ ...newestQuery(brand), enabled: isKnown })
  const newest = data?.models.find((model) => model.brand === brand && !OWN_ID.test(model.modelId))
  const likeModelId = isKnown && newest ? newest.modelId : usualLike(brand)
  const { resetField } = form.methods
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another brand says another model
  useEffect(() => {
    // nobody has typed it: closing the dialog asks nothing for it
    if (!isChosen()) resetField('likeModelId', { defaultValue: likeModelId })
  }, [likeModelId])
  return newest ? { [newest.modelId]: modelTitleOf(newest) } : {}
}

interface LikeFieldProps {
  form: FormControl<ModelValues>
  brands: readonly string[]
  /** The title of what a model has that is changed; null for a new one, where the brand decides. */
  title: string | null
}

/** The model whose questions are asked: which of them fit is decided by what that model has. */
export function LikeField({ form, brands, title }: LikeFieldProps) {
  const id = useId()
  const isChosen = useRef(title !== null)
  const [chosen, setChosen] = useState<Option | null>(null)
  const newest = useUsualLike(form, brands, () => isChosen.current)
  const titles: Readonly<Record<string, string>> = { ...LIKE_TITLES, ...newest }
  const labelOf = (modelId: string): string =>
    (chosen?.value === modelId ? chosen.label : titles[modelId]) ?? title ?? modelId
  return (
    <Controller
      control={form.methods.control}
      name="likeModelId"
      render={({ field, fieldState }) => (
        <FieldFrame
          ref={(frame) => field.ref(frame && { focus: () => frame.querySelector('button')?.focus() })}
          id={id}
          label={LABEL}
          required
          hint="选一个功能最接近的机型，质检时问同样的项目"
          error={fieldState.error?.message ?? ''}
        >
          <OptionBox
            id={id}
            label={LABEL}
            none="请选择"
            invalid={fieldState.invalid}
            describedBy={`${id}-note`}
            chosen={[{ value: field.value, label: labelOf(field.value) }]}
            source={{ kind: 'search', search }}
            onChange={([option]) => {
              if (!option) return
              isChosen.current = true
              setChosen(option)
              field.onChange(option.value)
            }}
          />
        </FieldFrame>
      )}
    />
  )
}
