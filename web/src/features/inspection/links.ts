import type { Channel } from '@huanji/domain/channel'

/** Where the report of a record is. */
export const reportLink = (inspectionId: string): string => `/check/ys/detail?inspectionId=${inspectionId}`

/** The inspection station of each channel. */
const STATIONS: Readonly<Record<Channel, string>> = { auction: '/check/ys/check', curated: '/check/yx/check' }

/** Where a record that is not finished goes on: the station of its own channel. */
export const checkLink = ({ channel, inspectionId }: { channel: Channel; inspectionId: string }): string =>
  `${STATIONS[channel]}?inspectionId=${inspectionId}`
