import { Button } from '../../components/button/button.tsx'
import { Note } from '../trade/note.tsx'
import type { OrderFault } from './use-order-write.ts'

/** Why something was not done with an order, and the way on where the order is another by now. */
export function OrderFaultNote({ fault, reload }: { fault: OrderFault | null; reload: () => void }) {
  if (fault === null) return null
  return (
    <Note tone="danger">
      <span>{fault.message}</span>
      {fault.isStale ? (
        <Button small onClick={reload}>
          按最新订单继续
        </Button>
      ) : null}
    </Note>
  )
}
