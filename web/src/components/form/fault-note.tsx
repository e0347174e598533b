import { Button } from '../button/button.tsx'
import { Note } from '../note/note.tsx'
import type { WriteFault } from './use-write.ts'

interface FaultNoteProps {
  fault: WriteFault | null
  /** The way on where the thing is another by now: 按最新订单继续. */
  wayOn: string
  reload: () => void
}

/** Why something was not done, and the way on where it is another by now. */
export function FaultNote({ fault, wayOn, reload }: FaultNoteProps) {
  if (fault === null) return null
  return (
    <Note tone="danger">
      <span>{fault.message}</span>
      {fault.isStale ? (
        <Button small onClick={reload}>
          {wayOn}
        </Button>
      ) : null}
    </Note>
  )
}
