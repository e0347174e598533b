import type { FormEvent, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import styles from './form.module.css'
import type { FormControl } from './use-contract-form.ts'

interface FormViewProps<Values extends FieldValues> {
  form: FormControl<Values>
  children: ReactNode
  id?: string
}

/** The form element around the fields; shows a refusal that names no field. */
export function ContractFormView<Values extends FieldValues>({ form, children, id }: FormViewProps<Values>) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.isSubmitting) form.submit()
  }
  return (
    <form id={id} onSubmit={submit} noValidate>
      {children}
      {form.refusal ? (
        <p className={styles.refusal} role="alert">
          <Icon name="alert" />
          {form.refusal}
        </p>
      ) : null}
    </form>
  )
}

/** The form's main button; it cannot be pressed while a submit is in flight. `formId` lets it stand in a dialog's footer. */
export function SubmitButton<Values extends FieldValues>({
  form,
  children,
  formId,
}: {
  form: FormControl<Values>
  children: ReactNode
  formId?: string
}) {
  return (
    <Button tone="primary" type="submit" busy={form.isSubmitting} {...(formId ? { form: formId } : {})}>
      {children}
    </Button>
  )
}
