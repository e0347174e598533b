import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { openOverlay } from '../overlay/overlay-host.tsx'

export interface ConfirmText {
  title: string
  body: ReactNode
  /** What pressing the button does, as a verb: 作废, 下架. */
  ok: string
  /** What staying is called where 取消 could be taken for ending something: 继续扫. */
  cancel?: string
  tone?: 'primary' | 'danger'
}

function Question({
  title,
  body,
  ok,
  cancel = '取消',
  tone = 'primary',
  onAnswer,
}: ConfirmText & { onAnswer: (agreed: boolean) => void }) {
  return (
    <Dialog
      title={title}
      onClose={() => onAnswer(false)}
      widthPx={420}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{cancel}</Button>
          <Button tone={tone} onClick={() => onAnswer(true)}>
            {ok}
          </Button>
        </>
      }
    >
      {body}
    </Dialog>
  )
}

/**
 * Asks before something that cannot be taken back.
 * @returns true when the person agreed
 */
export async function confirm(text: ConfirmText): Promise<boolean> {
  // another question is another window
  const agreed = await openOverlay<boolean>((close) => <Question key={text.title} {...text} onAnswer={close} />)
  return agreed === true
}
