import type { IconName } from '../../components/icon/icon.tsx'

/** A line of the quick search. */
export interface Entry {
  readonly key: string
  /** What it stands under: 页面, 订单. */
  readonly section: string
  readonly icon: IconName
  readonly title: string
  readonly subtitle: string
  /** Where it leads, so that a new tab can be opened there; null for what is done on the spot. */
  readonly link: string | null
  readonly run: () => void
}

/** Leaves the quick search for an address. */
export type Go = (address: string) => void
