import { isSwapped } from './receipt.ts'
import type { RecheckOutcome } from './recheck.ts'

/** What is known of a case when it is refused. */
export interface RefusalFacts {
  /** A parcel of the order has left here. */
  readonly hasLeft: boolean
  /** The buyer has sent something back. */
  readonly wasSentBack: boolean
  /** How many phones of the order can be scanned in; 0 where none is known here. */
  readonly unitCount: number
  /** Those that were scanned in, each with what looking at it again found; null before. */
  readonly returned: readonly { readonly isSamePhone: boolean; readonly outcomes: readonly RecheckOutcome[] | null }[]
}

interface RefusalRule {
  /** How the marketplace words the reason; its list is its own. */
  readonly words: RegExp
  /** What has to be found of a phone for the reason to be the telling one. */
  readonly found?: RecheckOutcome
  /** Why the reason is not so, with what to do where something can be done; null where nothing speaks against it. */
  readonly contradiction: (facts: RefusalFacts) => string | null
}

/** Nothing can be said of a phone that is not here; of one that is not known here nobody scans anything. */
function notHere({ wasSentBack, unitCount, returned }: RefusalFacts): string | null {
  if (returned.length > 0) return null
  if (!wasSentBack) return '买家没有寄回手机'
  return unitCount === 0 ? null : '退回的手机还没签收，请先退货签收'
}

/** True once all that came back was looked at again, and found to be none of it. */
const isRuledOut = ({ returned }: RefusalFacts, isFound: (outcomes: readonly RecheckOutcome[]) => boolean): boolean =>
  returned.length > 0 && returned.every(({ outcomes }) => outcomes !== null && !isFound(outcomes))

const differs = (outcomes: readonly RecheckOutcome[]): boolean => outcomes.some((outcome) => outcome !== 'asSold')

function notReturned({ wasSentBack, unitCount, returned }: RefusalFacts): string | null {
  if (!wasSentBack) return '买家没有寄回手机，没有退货可收'
  return returned.length > 0 && returned.length >= unitCount ? '退回的手机已经签收' : null
}

/** Every reason of the marketplace that says something of the goods, beside what it must not contradict; most telling first. */
const RULES: readonly RefusalRule[] = [
  {
    words: /(?:退回|退货|寄回).*(?:不符|不一致|调换|掉包|调包)/,
    found: 'otherPhone',
    contradiction: (facts) =>
      notHere(facts) ??
      (isRuledOut(facts, differs) && !facts.returned.some(isSwapped) ? '签收和复检都说退回的和售出时一样' : null),
  },
  {
    words: /(?:新增|人为).*损/,
    found: 'newDamage',
    contradiction: (facts) =>
      notHere(facts) ??
      (isRuledOut(facts, (outcomes) => outcomes.includes('newDamage')) ? '复检没有发现新增损伤' : null),
  },
  { words: /未收到.*退|没有?收到.*退/, contradiction: notReturned },
  { words: /^已发货/, contradiction: ({ hasLeft }) => (hasLeft ? null : '这一单还没发货') },
]

const ruleOf = (reason: string): RefusalRule | undefined => RULES.find(({ words }) => words.test(reason))

/** Why a reason of the marketplace contradicts what is known of the case; null where it does not. */
export const refusalContradiction = (reason: string, facts: RefusalFacts): string | null =>
  ruleOf(reason)?.contradiction(facts) ?? null

/** True for a reason that says that another phone came back: it stands or falls with a picture. */
export const claimsSwap = (reason: string): boolean => ruleOf(reason)?.found === 'otherPhone'

/** The reason of the marketplace's list that says what was found of the phones that came back; null where none does. */
export function fittingRefusal(reasons: readonly string[], found: readonly RecheckOutcome[]): string | null {
  for (const { words, found: outcome } of RULES) {
    const reason = outcome && found.includes(outcome) ? reasons.find((one) => words.test(one)) : undefined
    if (reason !== undefined) return reason
  }
  return null
}
