import type { Channel } from '@huanji/domain/channel'
import { openPublish } from './listing-actions.tsx'
import type { PublishKind } from './publish/publish-kinds.ts'

/** An inspected phone that is to be put on sale. */
export interface UnitToPublish {
  readonly inspectionId: string
  readonly channel: Channel
}

/** How a phone of a channel is offered at first; the person may choose otherwise. */
const KIND_OF: Readonly<Record<Channel, PublishKind>> = { auction: 'auction', curated: 'single' }

/** Opens 发布商品 with these phones of one channel in its sheet. */
export async function publishUnits(units: readonly UnitToPublish[], refresh: () => Promise<void>): Promise<void> {
  const [first] = units
  if (!first) return
  const ids = units.map(({ inspectionId }) => inspectionId)
  await openPublish(KIND_OF[first.channel], refresh, ids)
}
