import type { Channel } from '@huanji/domain/channel'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'

/** The shops that can sell on a channel. */
export const shopsQuery = (channel: Channel) => queryOf(api.shop.options, { channel })
