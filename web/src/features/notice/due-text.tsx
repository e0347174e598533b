import { Countdown } from '../../components/countdown/countdown.tsx'

/** By when something has to be done; nothing where it has no end. */
export const DueText = ({ dueAt }: { dueAt: string | null }) =>
  dueAt === null ? null : (
    <span>
      截止 <Countdown deadlineAt={dueAt} />
    </span>
  )
