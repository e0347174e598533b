import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { openOverlay } from '../overlay/overlay-host.tsx'

export interface ConfirmText {
  title: string
  body: ReactNode
  /** What pressing the button does, as a verb: 作废, 下架. */
  ok: string
  tone?: 'primary' | 'danger'
}

/**
 * Asks before something that cannot be taken back.
 * @returns true when the person agreed
 */
export async function confirm({ title, body, ok, tone = 'primary' }: ConfirmText): Promise<boolean> {
  const agreed = await openOverlay<boolean>((close) => (
    <Dialog
      title={title}
      onClose={() => close(false)}
      widthPx={420}
      footer={
        <>
          <Button onClick={() => close(false)}>取消</Button>
          <Button tone={tone} onClick={() => close(true)}>
            {ok}
          </Button>
        </>
      }
    >
      {body}
    </Dialog>
  ))
  return agreed === true
}
