/** How narrow a waybill pattern is: `sure` names the carrier, `likely` is its usual form, `loose` merely fits. */
type Fit = 'sure' | 'likely' | 'loose'

export interface WaybillPattern {
  /** Source of a regular expression over an upper-case number. */
  readonly source: string
  readonly fit: Fit
}

export interface Carrier {
  /** Our own short code. */
  readonly code: string
  readonly name: string
  /** The long name used by kuaidi100 and the marketplace's platform; null where the carrier has none. */
  readonly platformCode: string | null
  /** The short code used by kdniao; null where the carrier has none. */
  readonly kdniaoCode: string | null
  /** Advisory only: they overlap and drift, so they guess and warn but never block (docs/domain.md §10). */
  readonly patterns: readonly WaybillPattern[]
  /** Stands at the top of a list. */
  readonly hot: boolean
  /** No longer in business under this name: kept for old records, not offered for new ones. */
  readonly legacy: boolean
}

function sure(source: string): WaybillPattern {
  return { source, fit: 'sure' }
}

function likely(source: string): WaybillPattern {
  return { source, fit: 'likely' }
}

function loose(source: string): WaybillPattern {
  return { source, fit: 'loose' }
}

function carrier(
  code: string,
  name: string,
  platformCode: string | null,
  kdniaoCode: string | null,
  patterns: readonly WaybillPattern[],
  standing: 'hot' | 'usual' | 'legacy',
): Carrier {
  return { code, name, platformCode, kdniaoCode, patterns, hot: standing === 'hot', legacy: standing === 'legacy' }
}

const OTHER_CARRIER = carrier('OTHER', '其他', 'other', null, [], 'usual')

/** The carriers a parcel may travel with, in the order of a list: hot ones first (docs/domain.md §10). */
export const CARRIERS: readonly Carrier[] = [
  carrier('SF', '顺丰速运', 'shunfeng', 'SF', [sure('^SF\\d{13}$'), loose('^\\d{12}$')], 'hot'),
  carrier('JD', '京东快递', 'jd', 'JD', [sure('^JD[A-Z]{0,2}\\d{10,15}$')], 'hot'),
  carrier(
    'ZTO',
    '中通快递',
    'zhongtong',
    'ZTO',
    [sure('^ZTO?\\d{12,13}$'), likely('^7[345689]\\d{12}$'), loose('^\\d{12,14}$'), loose('^V\\d{13}$')],
    'hot',
  ),
  carrier(
    'YTO',
    '圆通速递',
    'yuantong',
    'YTO',
    [
      sure('^YT\\d{13}$'),
      ...[likely('^YT\\d{10,15}$'), likely('^8\\d{17}$')],
      ...[loose('^[DEFGVW]\\d{9}$'), loose('^\\d{10,13}$')],
    ],
    'hot',
  ),
  carrier(
    'YD',
    '韵达快递',
    'yunda',
    'YD',
    [
      sure('^YD\\d{12}$'),
      ...[likely('^[34]\\d{14}$'), likely('^4[36]\\d{11}$')],
      ...[loose('^\\d{13}$'), loose('^\\d{15}$')],
    ],
    'hot',
  ),
  carrier(
    'STO',
    '申通快递',
    'shentong',
    'STO',
    [sure('^STO\\d{10}$'), likely('^(77|268|773|888)\\d{9,13}$'), likely('^88\\d{13}$'), loose('^\\d{12,15}$')],
    'hot',
  ),
  carrier(
    'EMS',
    'EMS',
    'ems',
    'EMS',
    [sure('^[A-Z]{2}\\d{9}[A-Z]{2}$'), likely('^(10|11|12|50|51|52|95|97|98|99)\\d{11}$')],
    'hot',
  ),
  carrier('YZPY', '中国邮政', 'youzhengguonei', 'YZPY', [loose('^\\d{13}$'), loose('^XA\\d{11}$')], 'hot'),
  carrier(
    'JTSD',
    '极兔速递',
    'jtexpress',
    'JTSD',
    [sure('^JT\\d{12,13}$'), loose('^\\d{15}$'), loose('^50\\d{12}$')],
    'hot',
  ),
  carrier(
    'DBL',
    '德邦快递',
    'debangkuaidi',
    'DBL',
    [sure('^DPK\\d{11,13}$'), sure('^DPL\\d{12}$'), loose('^\\d{8,15}$')],
    'usual',
  ),
  carrier(
    'ZJS',
    '宅急送',
    'zhaijisong',
    'ZJS',
    [sure('^ZJS\\d{12}$'), likely('^A\\d{12}$'), loose('^\\d{10}$')],
    'usual',
  ),
  carrier(
    'DNWL',
    '丹鸟',
    'danniao',
    null,
    [likely('^LP\\d{14}$'), likely('^CNG\\d{14}$'), likely('^9\\d{14}$'), loose('^\\d{10,20}$')],
    'usual',
  ),
  carrier('KYSY', '跨越速运', 'kuayue', 'KYSY', [sure('^KY\\d{10,13}$'), sure('^KYE\\d{12}$')], 'usual'),
  carrier('HHTT', '天天快递', 'tiantian', 'HHTT', [], 'legacy'),
  carrier('UC', '优速', null, 'UC', [], 'legacy'),
  OTHER_CARRIER,
]

/** What can be a waybill at all, whoever wrote it: 5 to 30 letters, digits and dashes (docs/domain.md §10). */
const WAYBILL_PATTERN = /^[A-Z0-9-]{5,30}$/
export const WAYBILL_MESSAGE = '请输入5到30位运单号，只能包含字母、数字和短横线'

/** How short and how long a number may be that the marketplace is told (docs/open-platform.md §5.4); the upper end is ours. */
const SENT_MIN = 10
const SENT_MAX = 30
const SENT_PATTERN = /^\w+$/

/** A warning, never a refusal: the number does not look like one of the chosen carrier's. */
export const CARRIER_MISMATCH_MESSAGE = '单号与所选快递公司不符，请核对'

const FIT_POINTS: Readonly<Record<Fit, number>> = { sure: 3, likely: 2, loose: 1 }

/** The carrier with this code of ours, or null. */
export function findCarrier(code: string): Carrier | null {
  return CARRIERS.find((row) => row.code === code) ?? null
}

/** The carrier by the marketplace's name for it, or null. `htky` is the old name of a firm that 极兔 took over. */
export function findCarrierByPlatformCode(platformCode: string): Carrier | null {
  if (platformCode === 'htky') return findCarrier('JTSD')
  return CARRIERS.find((row) => row.platformCode === platformCode) ?? null
}

/** The label of one piece of a parcel: the parcel's number, which piece it is and of how many, parted by dashes. */
const PIECE = /^(JD[A-Z]{0,2}\d{10,15}|DP[KL]\d{11,13})-\d{1,3}-\d{1,3}-?$/

function waybillText(raw: string): string {
  const text = raw
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}]/gu, '')
    .replace(/[‐‑‒–—―−─━]/g, '-')
    .toUpperCase()
  return PIECE.exec(text)?.[1] ?? text
}

function fitPoints(row: Carrier, waybill: string): number {
  const points = row.patterns.map((pattern) => (new RegExp(pattern.source).test(waybill) ? FIT_POINTS[pattern.fit] : 0))
  return Math.max(0, ...points)
}

/** The carriers a waybill number may belong to, best first; empty when it looks like none. A guess, never a proof. */
export function guessCarriers(waybill: string): Carrier[] {
  const text = waybillText(waybill)
  const guesses = CARRIERS.map((row) => ({ row, points: fitPoints(row, text) })).filter((guess) => guess.points > 0)
  guesses.sort((a, b) => b.points - a.points)
  return guesses.map((guess) => guess.row)
}

type CheckedWaybill = { readonly ok: true; readonly waybill: string } | { readonly ok: false; readonly message: string }

/**
 * Tells a waybill from what is none, by length and characters alone, and gives it without blanks, in upper case; of the
 * label of one piece (JD, 德邦) the parcel's number. What is sent out has a narrower form (`checkSentWaybill`).
 */
export function checkWaybill(raw: string): CheckedWaybill {
  const waybill = waybillText(raw)
  return WAYBILL_PATTERN.test(waybill) ? { ok: true, waybill } : { ok: false, message: WAYBILL_MESSAGE }
}

/**
 * Checks the number of a parcel that leaves: the marketplace takes ten letters, digits and underscores or more
 * (docs/open-platform.md §5.4), whichever way the parcel is told of. The sentence says what is wrong with this number.
 */
export function checkSentWaybill(raw: string): CheckedWaybill {
  const waybill = waybillText(raw)
  const refused = (message: string): CheckedWaybill => ({ ok: false, message })
  if (waybill === '') return refused('请扫描或输入运单号')
  if (!SENT_PATTERN.test(waybill)) {
    return refused(`闲鱼只接受字母和数字组成的运单号，请去掉${waybill.includes('-') ? '短横线' : '其他符号'}后核对`)
  }
  const { length } = waybill
  if (length < SENT_MIN) return refused(`闲鱼只接受${SENT_MIN}位以上的运单号，现在是${length}位，请核对是否完整`)
  if (length > SENT_MAX) return refused(`运单号最多${SENT_MAX}位，现在是${length}位，请核对`)
  return { ok: true, waybill }
}

/**
 * The warning to show when a number does not fit the chosen carrier, or null. Carriers without a known pattern, and
 * numbers that fit no carrier at all, give no reason to warn unless the chosen carrier has patterns of its own.
 */
export function carrierMismatchMessage(carrierCode: string, waybill: string): string | null {
  const row = findCarrier(carrierCode)
  if (!row || row.patterns.length === 0) return null
  return fitPoints(row, waybillText(waybill)) > 0 ? null : CARRIER_MISMATCH_MESSAGE
}

/**
 * Refuses carrier data that cannot be right: repeated codes, a pattern that is no regular expression.
 * @throws Error naming the carrier
 */
export function verifyCarriers(carriers: readonly Carrier[] = CARRIERS): void {
  const seen = new Set<string>()
  for (const row of carriers) {
    if (seen.has(row.code)) throw new Error(`carriers: ${row.code} stands twice`)
    seen.add(row.code)
    for (const pattern of row.patterns) {
      if (!/^\^.*\$$/.test(pattern.source)) throw new Error(`carriers: ${row.code} has a pattern without both ends`)
      new RegExp(pattern.source)
    }
  }
}
