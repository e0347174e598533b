import type { ShopOption } from './types.ts'

/** What a shop to choose is called: its name, and why it cannot be chosen now. */
export const shopName = ({ label, problem }: Pick<ShopOption, 'label' | 'problem'>): string =>
  problem === '' ? label : `${label}（${problem}）`
