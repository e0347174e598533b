import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type { ZodType } from 'zod'
import type { CallOptions } from '../../api/client.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { ApiRefusal, errorText, keptText } from '../../api/refusal.ts'
import { toast } from '../toast/toast.ts'
import { askAboutConflict, type Describe } from './conflict-dialog.tsx'
import { useDraft } from './draft.ts'
import { useLeaveGuard } from './leave-guard.ts'

/** Refused because somebody changed it meanwhile. */
const CONFLICTS: readonly string[] = ['VERSION_CONFLICT', 'NAME_CHANGED']

export interface ContractForm<Values extends FieldValues, Output> {
  /** The contract's schema, loaded beside the page: `() => import('@huanji/contract/features/shop/calls').then((m) => m.shop.remark.input)`. */
  readonly schema: () => Promise<ZodType>
  readonly defaults: DefaultValues<Values>
  /** Makes the call; pass `options` on to it, they carry the idempotency key. */
  readonly submit: (values: Values, options: CallOptions) => Promise<Output>
  readonly onDone: (output: Output) => void
  /** Keeps what was typed in this browser under this name until it is submitted; for long forms. */
  readonly draftKey?: string
  /** Asked for when a colleague changed the thing meanwhile: what it looks like now, by field. */
  readonly loadLatest?: () => Promise<Partial<Values>>
  /** What the fields are called in the conflict dialog. */
  readonly labels?: Readonly<Partial<Record<keyof Values & string, string>>>
  /** How fields that are no plain texts read in the conflict dialog. */
  readonly describe?: Describe
}

export interface FormControl<Values extends FieldValues> {
  readonly methods: UseFormReturn<Values>
  readonly submit: () => void
  readonly isSubmitting: boolean
  /** A refusal that names no field, to be shown over the buttons. */
  readonly refusal: string
}

/** The schema and the code that reads it; null when they cannot be had, after a new release or without a network. */
async function loadRules(schema: ContractForm<FieldValues, unknown>['schema']) {
  try {
    const [loaded, { problemsOf }] = await Promise.all([schema(), import('./validation.ts')])
    return (values: unknown) => problemsOf(loaded, values)
  } catch {
    return null
  }
}

/**
 * The schema's first answer to each field, in the shape react-hook-form asks for. Without a schema nothing is judged
 * here: the server judges by the same one, and a form that silently does nothing would be worse.
 */
function useResolver<Values extends FieldValues>(schema: ContractForm<Values, unknown>['schema']) {
  const latest = useRef(schema)
  latest.current = schema
  const [resolver] = useState(() => async (values: Values) => {
    const problems = (await loadRules(latest.current))?.(values) ?? []
    const errors: Record<string, unknown> = {}
    for (const { path, message } of problems) place(errors, path || 'root', { type: 'rule', message })
    return problems.length > 0 ? { values: {}, errors } : { values, errors: {} }
  })
  return resolver
}

/** Puts an error at a dotted path: `scans.0.bagCode`. */
function place(errors: Record<string, unknown>, path: string, error: unknown): void {
  const steps = path.split('.')
  const last = steps.pop() ?? path
  let at = errors
  for (const step of steps) {
    at[step] ??= {}
    at = at[step] as Record<string, unknown>
  }
  at[last] = error
}

/** Whether something differs from what the form began with; its own state tells that only once the rules have been asked. */
function isTyped<Values extends FieldValues>({ getValues, formState }: UseFormReturn<Values>): boolean {
  const values: FieldValues = getValues()
  return Object.entries(formState.defaultValues ?? {}).some(
    ([key, value]) => JSON.stringify(values[key]) !== JSON.stringify(value),
  )
}

/**
 * A form on one call of the contract:
 *
 *     const form = useContractForm<BindInput, BindOutput>({
 *       schema: () => import('@huanji/contract/features/inspection/sealed-bag').then((m) => m.bagRoll.bind.input),
 *       defaults: { bagCode: '', unitCode: '' },
 *       submit: (values, options) => api.bagRoll.bind(values, options),
 *       onDone: () => close(true),
 *     })
 *     return (
 *       <ContractFormView form={form}>
 *         <TextField form={form} name="bagCode" label="封袋码" required />
 *         <SubmitButton form={form}>绑定</SubmitButton>
 *       </ContractFormView>
 *     )
 *
 * It validates as typed by the server's own rules, marks the field a refusal names, cannot be submitted twice, sends
 * its tries with an idempotency key (`platform/idempotency-key.ts`), asks before unsaved changes are left, keeps a draft where told to, and settles conflicting edits.
 */
export function useContractForm<Values extends FieldValues, Output>(
  definition: ContractForm<Values, Output>,
): FormControl<Values> {
  const resolver = useResolver<Values>(definition.schema)
  const methods = useForm<Values>({ resolver: resolver as never, defaultValues: definition.defaults, mode: 'onChange' })
  const [refusal, setRefusal] = useState('')
  const sendWithKey = useIdempotencyKey()
  const draft = useDraft(definition.draftKey, methods)
  const { isSubmitting } = methods.formState
  const isDone = useRef(false)
  useLeaveGuard(() => !isDone.current && isTyped(methods))
  useEffect(() => void loadRules(definition.schema), [definition.schema])

  const send = methods.handleSubmit(async (values) => {
    setRefusal('')
    try {
      const output = await sendWithKey(values, (options) => definition.submit(values, options))
      isDone.current = true
      draft.clear()
      definition.onDone(output)
    } catch (error) {
      await settle(error, values)
    }
  })

  const settle = async (error: unknown, values: Values) => {
    if (!(error instanceof ApiRefusal)) {
      // No answer came: whether it was done is unknown, and the same key makes another try safe.
      toast('error', keptText(error))
      return
    }
    // When the latest version cannot be had either, the refusal itself says what is to be done.
    const latest = CONFLICTS.includes(error.bizErrCode) ? await definition.loadLatest?.().catch(() => null) : null
    if (latest) {
      const { labels = {}, describe } = definition
      const chosen = await askAboutConflict(error.message, values, latest, labels, describe)
      if (!chosen) return
      methods.reset({ ...values, ...chosen.values } as DefaultValues<Values>, { keepDefaultValues: true })
      if (chosen.isToSubmit) await send()
    } else if (error.field && error.field in values) {
      methods.setError(error.field as Path<Values>, { type: 'server', message: error.message }, { shouldFocus: true })
    } else {
      setRefusal(errorText(error))
    }
  }
  return { methods, submit: () => void send(), isSubmitting, refusal }
}
