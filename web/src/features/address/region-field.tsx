import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Controller } from 'react-hook-form'
import { Button } from '../../components/button/button.tsx'
import { FieldFrame } from '../../components/field/field-frame.tsx'
import type { FormControl } from '../../components/form/use-contract-form.ts'
import { RegionPicker } from '../../components/region/region-picker.tsx'
import { FIELD_LABELS } from './recognition.ts'
import styles from './region-field.module.css'
import { regionsQuery, regionText } from './regions-query.ts'
import type { AddressInput } from './types.ts'

interface RegionFieldProps {
  form: FormControl<AddressInput>
  hint: string
  /** What the code is called that the form starts with; shown until the regions are there. */
  startName: string
}

/** The county of an address, bound to `regionCode`. */
export function RegionField({ form, hint, startName }: RegionFieldProps) {
  const id = useId()
  const regions = useQuery(regionsQuery())
  const tree = regions.data?.regions ?? []
  const noteOf = (code: string): string => {
    if (regions.isPending) return startName ? `${startName}（省市区加载中）` : '省市区加载中…'
    if (code !== '' && regions.data && regionText(tree, code) === '')
      return `${startName || code}已不在省市区名单中，请重新选择`
    return hint
  }
  return (
    <Controller
      control={form.methods.control}
      name="regionCode"
      render={({ field, fieldState }) => (
        <FieldFrame
          id={id}
          label={FIELD_LABELS.regionCode}
          required
          hint={noteOf(field.value)}
          error={fieldState.error?.message ?? ''}
        >
          {regions.isError ? (
            <p className={styles.retry} role="alert">
              省市区没有加载成功
              <Button small icon="refresh" busy={regions.isFetching} onClick={() => void regions.refetch()}>
                重试
              </Button>
            </p>
          ) : (
            <RegionPicker
              id={id}
              label={FIELD_LABELS.regionCode}
              regions={tree}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              invalid={fieldState.invalid}
              describedBy={`${id}-note`}
              disabled={regions.isPending}
            />
          )}
        </FieldFrame>
      )}
    />
  )
}
