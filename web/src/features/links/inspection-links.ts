import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { api } from '../../api/client.ts'
import { can } from '../../session/session.ts'

/** Where the report of a record is; one page shows those of both channels. */
export const reportLink = (inspectionId: string): string => linkTo('auctionReport', { inspectionId })

/** Whether this person may read reports, wherever a link to one stands. */
export const mayReadReports = (): boolean => can(api.detRecord.getDetRecordDetails.path)

interface OfRecord {
  readonly channel: Channel
  readonly inspectionId: string
}

/** Where a record that is not finished goes on: the station of its own channel. */
export const checkLink = ({ channel, inspectionId }: OfRecord): string =>
  linkTo(CHANNEL_PAGES[channel].station, { inspectionId })

/** Where a record's photographs are taken: the station of its own channel, opened at the photographs. */
export const photosLink = ({ channel, inspectionId }: OfRecord): string =>
  linkTo(CHANNEL_PAGES[channel].station, { inspectionId, place: AT_PHOTOS })

/** What the address of a station calls the place of the photographs. */
export const AT_PHOTOS = 'photos'
