import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { openOverlay } from '../overlay/overlay-host.tsx'
import { type Choice, ChoiceField } from './choice-field.tsx'
import { useChoiceKeys } from './use-choice-keys.ts'

/** What a person is asked to choose before something is done. */
export interface ChoiceQuestion {
  readonly title: string
  readonly legend: string
  readonly choices: readonly Choice[]
  /** What is said where there is nothing to choose from. */
  readonly none?: ReactNode
  /** The button, as a verb. */
  readonly ok: string
  readonly tone?: 'primary' | 'danger'
  /** What follows from it. */
  readonly body?: ReactNode
}

function ChoiceDialog({ question, onClose }: { question: ChoiceQuestion; onClose: (value?: string) => void }) {
  const { title, legend, choices, none, ok, tone = 'primary', body } = question
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const [byKey, setByKey] = useState<string | null>(null)
  const field = useRef<HTMLFieldSetElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => field.current?.querySelector<HTMLElement>('input:enabled')?.focus(), [])
  useChoiceKeys(field, choices, chosen, (value) => {
    setChosen(value)
    setByKey(value)
  })
  // once it can be pressed
  useEffect(() => {
    if (byKey !== null) button.current?.focus()
  }, [byKey])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== null) onClose(chosen)
  }
  return (
    <Dialog
      title={title}
      onClose={() => onClose()}
      widthPx={560}
      footer={
        <>
          <Button onClick={() => onClose()}>取消</Button>
          <Button ref={button} tone={tone} type="submit" form={id} disabled={chosen === null}>
            {ok}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit}>
        {body}
        {choices.length > 0 ? (
          <ChoiceField ref={field} legend={legend} choices={choices} chosen={chosen} onChange={setChosen} />
        ) : (
          none
        )}
      </form>
    </Dialog>
  )
}

/** Asks for one of a few things, by a digit or otherwise. Gives its value, or undefined when the person gave up. */
export const askChoice = (question: ChoiceQuestion): Promise<string | undefined> =>
  openOverlay<string>((close) => <ChoiceDialog question={question} onClose={close} />)
