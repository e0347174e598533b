import { CHANNEL_PAGES, linkTo, PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { can } from '../../session/session.ts'

/** Where the report of a record is; one page shows those of both channels. */
export const reportLink = (inspectionId: string): string => linkTo('auctionReport', { inspectionId })

/** Whether this person may read reports, wherever a link to one stands. */
export const mayReadReports = (): boolean => can(PAGES.auctionReport.opensWith)

/** Where a record that is not finished goes on: the station of its own channel. */
export const checkLink = ({ channel, inspectionId }: { channel: Channel; inspectionId: string }): string =>
  linkTo(CHANNEL_PAGES[channel].station, { inspectionId })
