import { FaultNote } from '../../components/form/fault-note.tsx'
import type { WriteFault } from '../../components/form/use-write.ts'

/** Why something was not done with an order, and the way on where the order is another by now. */
export const OrderFaultNote = ({ fault, reload }: { fault: WriteFault | null; reload: () => void }) => (
  <FaultNote fault={fault} wayOn="按最新订单继续" reload={reload} />
)
