import type { Expression } from 'kysely'
import { db, type OfMerchant } from '../../database/query.ts'

/** The name of the person with this id, or null for none. */
export const employeeName = ({ merchantId }: OfMerchant, employeeId: Expression<string | null>) =>
  db
    .selectFrom('employee as e')
    .select('e.name')
    .where('e.merchantId', '=', merchantId)
    .where('e.id', '=', employeeId)
    .$asScalar()
