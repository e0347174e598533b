import { api } from '../../api/client.ts'
import { askEarly } from '../../api/early-answers.ts'
import { queryOf } from '../../api/queries.ts'

const headInput = (batchId: string) => ({ batchId, page: 1, pageSize: 1 })

/** A batch with its versions; of its phones only the newest, which nobody looks at. */
export const batchHeadQuery = (batchId: string) =>
  queryOf(api.batch.getDetRecordDetailsByDetRecordId, headInput(batchId))

/** Asks for a batch before its page is there. */
export const askHeadEarly = (batchId: string): void =>
  askEarly(api.batch.getDetRecordDetailsByDetRecordId, headInput(batchId))
