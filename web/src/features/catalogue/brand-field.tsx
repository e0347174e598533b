import { useId, useState } from 'react'
import { Controller } from 'react-hook-form'
import input from '../../components/field/field.module.css'
import { FieldFrame } from '../../components/field/field-frame.tsx'
import type { FormControl } from '../../components/form/use-contract-form.ts'
import { isComposed } from '../../components/input-method.ts'
import { Listbox } from '../../components/listbox/listbox.tsx'
import { useCombobox } from '../../components/listbox/use-combobox.ts'
import styles from './fields.module.css'
import type { ModelValues } from './types.ts'

const LABEL = '品牌'
const BRAND_CHARACTERS_MAX = 20

interface BrandFieldProps {
  form: FormControl<ModelValues>
  brands: readonly string[]
  takesFocus: boolean
}

/** The brand: one that has models already, or whatever is typed. */
export function BrandField({ form, brands, takesFocus }: BrandFieldProps) {
  const id = useId()
  return (
    <Controller
      control={form.methods.control}
      name="brand"
      render={({ field, fieldState }) => (
        <FieldFrame
          ref={(frame) => field.ref(frame && { focus: () => frame.querySelector('input')?.focus() })}
          id={id}
          label={LABEL}
          required
          error={fieldState.error?.message ?? ''}
        >
          <BrandBox
            id={id}
            value={field.value}
            brands={brands}
            isInvalid={fieldState.invalid}
            takesFocus={takesFocus}
            onChange={field.onChange}
          />
        </FieldFrame>
      )}
    />
  )
}

interface BrandBoxProps {
  id: string
  value: string
  brands: readonly string[]
  isInvalid: boolean
  takesFocus: boolean
  onChange: (brand: string) => void
}

function BrandBox({ id, value, brands, isInvalid, takesFocus, onChange }: BrandBoxProps) {
  const [isOpen, setOpen] = useState(false)
  const words = value.trim().toLowerCase()
  const isKnown = brands.some((brand) => brand.toLowerCase() === words)
  const combobox = useCombobox({
    options: isKnown ? brands : brands.filter((brand) => brand.toLowerCase().includes(words)),
    keyOf: (brand) => brand,
    words: value,
    start: words === '' || isKnown ? -1 : 0,
    isOpen,
    onOpen: () => setOpen(true),
    onEscape: isOpen ? () => setOpen(false) : undefined,
    onPick: (brand) => {
      onChange(brand)
      setOpen(false)
    },
  })
  return (
    <div className={styles.brand}>
      <input
        {...combobox.box}
        id={id}
        type="text"
        className={input.input}
        maxLength={BRAND_CHARACTERS_MAX}
        data-takes-focus={takesFocus ? '' : undefined}
        aria-invalid={isInvalid}
        aria-describedby={`${id}-note`}
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          setOpen(true)
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          // with Ctrl the dialog saves what is written
          const saves = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposed(event)
          if (!saves) combobox.box.onKeyDown?.(event)
        }}
      />
      <Listbox of={combobox} label={LABEL} look="popup">
        {(brand) => brand}
      </Listbox>
    </div>
  )
}
