import type { Tx } from '../../../database/database.ts'
import { db, jsonText } from '../../../database/query.ts'
import { newId } from '../../../platform/ids.ts'

/** Puts records that were made one by one into a batch of their own, for tests of what phones of one batch share. */
export async function putIntoBatch(
  tx: Tx,
  inspectionIds: readonly string[],
  { employeeId, now }: { readonly employeeId: string; readonly now: Date },
): Promise<string> {
  const batchId = newId()
  const { merchantId } = tx
  await tx.run(
    db.insertInto('batch').values({
      merchantId,
      id: batchId,
      batchNo: `PC${batchId.slice(-10)}`,
      channel: 'auction',
      modelId: 'apple-iphone-13',
      modelName: '苹果 iPhone 13',
      sku: jsonText({ regulatoryNo: 'A2634', ram: '', storage: '128GB', colour: '午夜色' }),
      skuText: '',
      grade: '99',
      repairFlag: 'R0',
      batchVersion: 1,
      createdBy: employeeId,
      editedBy: employeeId,
      editedAt: now,
      createdAt: now,
      updatedAt: now,
    }),
  )
  for (const inspectionId of inspectionIds) {
    await tx.run(
      db.updateTable('inspection').set({ batchId }).where('merchantId', '=', merchantId).where('id', '=', inspectionId),
    )
  }
  return batchId
}
