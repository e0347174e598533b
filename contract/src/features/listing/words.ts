import { dictionary } from '@huanji/domain/dictionary'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { stateLabel } from '@huanji/domain/states/transition'
import { COMMON_FILTERS, type FilterWords, stateFilter } from '../../filter-words.ts'
import { CHANNEL_LABELS } from '../../labels.ts'
import { namingOf, standsIn, stillAsked } from '../../row-words.ts'
import { goods } from './goods.ts'
import { LISTING_KIND_LABELS } from './labels.ts'

export const listingFilters: FilterWords = dictionary({
  ...COMMON_FILTERS,
  state: stateFilter(LISTING_STATES),
  kind: { title: '类型', labels: LISTING_KIND_LABELS },
  channel: { title: '渠道', labels: CHANNEL_LABELS },
  entryState: stateFilter(AUCTION_ENTRY_STATES, '竞拍'),
  grade: { title: '成色', labels: GRADE_LABELS },
  refused: { title: '闲鱼拒绝了修改', kind: 'yesOrNo' },
})

export const listingNaming = namingOf(goods.list, ({ title, imei, barCode, state, entry, desired }) => ({
  label: `${title} ${imei || barCode}`.trim(),
  reason: standsIn(
    stillAsked(desired) ??
      (state === 'on_sale' && entry ? stateLabel(AUCTION_ENTRY_STATES, entry.state) : null) ??
      stateLabel(LISTING_STATES, state) ??
      state,
  ),
}))
