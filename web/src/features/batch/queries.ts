import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'

/** A batch with its versions; of its phones only the newest, which nobody looks at. */
export const batchHeadQuery = (batchId: string) =>
  queryOf(api.batch.getDetRecordDetailsByDetRecordId, { batchId, page: 1, pageSize: 1 })
