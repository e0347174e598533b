import { systemClock } from '@huanji/server/platform/clock'

/** The product as `npm start` starts it, with a clock that whoever started it moves forward by so many milliseconds. */
let aheadMs = 0
systemClock.now = () => new Date(Date.now() + aheadMs)
process.on('message', (ms) => {
  aheadMs += Number(ms)
  process.send?.('moved')
})
await import('@huanji/server/main')
