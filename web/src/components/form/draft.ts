import { useEffect, useRef } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { loginContext } from '../../session/session.ts'
import { forget, readJson, storeJson } from '../../session/storage.ts'
import { toast } from '../toast/toast.ts'

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A draft belongs to the employee who typed it: a colleague at the same browser does not get it. */
const draftKeyOf = (name: string): string => `draft:${name}:${loginContext().employeeId}`

/** The draft kept under a name, or null. For work that is not a `useContractForm`, such as the inspection. */
export function readDraft<T>(name: string, isValid: (value: unknown) => value is T): T | null {
  return readJson<T | null>(draftKeyOf(name), null, (value): value is T | null => isValid(value))
}

/** Keeps a draft under a name in this browser; it survives a crash, a lost session and a lost network. */
export function writeDraft(name: string, value: unknown): void {
  storeJson(draftKeyOf(name), value, 'local')
}

/** Drops a draft once its work is done. */
export function dropDraft(name: string): void {
  forget(draftKeyOf(name))
}

/** A pause in typing after which the draft is written. */
const WRITE_PAUSE_MS = 400

/** Restores what was typed before into a form once, and keeps it from then on until `clear`. */
export function useDraft<Values extends FieldValues>(name: string | undefined, methods: UseFormReturn<Values>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!name) return
    const found = readDraft(name, isFields)
    if (found) {
      methods.reset({ ...methods.getValues(), ...found } as DefaultValues<Values>, { keepDefaultValues: true })
      toast('info', '已恢复上次未提交的内容')
    }
    const unsubscribe = methods.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        clearTimeout(timer.current)
        // What was taken back again is no draft: it would come up later beside a newer version.
        timer.current = setTimeout(() => (isDirty ? writeDraft(name, values) : dropDraft(name)), WRITE_PAUSE_MS)
      },
    })
    return () => {
      clearTimeout(timer.current)
      unsubscribe()
    }
  }, [name, methods])
  return {
    clear: () => {
      clearTimeout(timer.current)
      if (name) dropDraft(name)
    },
  }
}
