import type { InputOf } from '@huanji/contract/call'
import type { merchant } from '@huanji/contract/features/merchant/calls'
import { daysOf, PERIOD_DAYS_MAX } from '@huanji/domain/overview/period'
import { addDays } from '@huanji/domain/time'
import { type Days, daysOn, isDay, presetOf } from '../../components/calendar/days.ts'

/** What the overview is of, as the address says it; `first` may be a preset's word. */
export interface OverviewState {
  readonly days: Days
  readonly shopAccountId: string
  readonly channel: '' | 'auction' | 'curated'
}

/** What the switch offers beside days of one's own. */
export const RANGES = ['today', 'last7', 'last30'] as const
const DEFAULT: Days = { first: 'last7', last: '' }

/** Reads the address; what it says wrongly counts as not said. */
export function readOverviewState(params: URLSearchParams): OverviewState {
  const channel = params.get('channel')
  return {
    days: daysFrom(params.get('from') ?? '', params.get('to') ?? ''),
    shopAccountId: params.get('shopAccountId') ?? '',
    channel: channel === 'auction' || channel === 'curated' ? channel : '',
  }
}

function daysFrom(first: string, last: string): Days {
  if (presetOf(first)) return { first, last: '' }
  return isDay(first) && isDay(last) ? { first, last } : DEFAULT
}

/** The address of a state: what is as usual is left out. */
export function writeOverviewState({ days, shopAccountId, channel }: OverviewState): URLSearchParams {
  const params = new URLSearchParams()
  if (days.first !== DEFAULT.first) params.set('from', days.first)
  if (days.last !== '') params.set('to', days.last)
  if (shopAccountId !== '') params.set('shopAccountId', shopAccountId)
  if (channel !== '') params.set('channel', channel)
  return params
}

/** The call's input: two days, the last of them no later than today and no more than a year after the first. */
export function overviewInput(
  { days, shopAccountId, channel }: OverviewState,
  today: string,
): InputOf<typeof merchant.business> & { readonly from: string; readonly to: string } {
  const { first, last } = daysOn(today, days)
  const to = last === '' || last > today ? today : last
  const from = first === '' || first > to ? to : first
  const isLong = daysOf({ from, to }) > PERIOD_DAYS_MAX
  return {
    from: isLong ? addDays(to, 1 - PERIOD_DAYS_MAX) : from,
    to,
    ...(shopAccountId === '' ? {} : { shopAccountId }),
    ...(channel === '' ? {} : { channel }),
  }
}
