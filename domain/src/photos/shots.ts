import type { CatalogueModel } from '../catalogue/types.ts'
import type { Channel } from '../channel.ts'
import { dictionary } from '../dictionary.ts'
import { RULE_OPTIONS } from '../template/codes.ts'
import { failsToBoot, isChosen } from '../template/template.ts'
import type { Answers } from '../template/types.ts'

export type ShotCode =
  | 'front_off'
  | 'front_on'
  | 'back'
  | 'left'
  | 'right'
  | 'top'
  | 'bottom'
  | 'camera'
  | 'about'
  | 'battery'
  | 'corners'
  | 'bag'
  | 'accessories'
  | 'inner'
  | 'outer'
  | 'hinge'

export type ShotRule = 'must' | 'recommended' | 'optional'

/** What a person reads of each rule. */
export const SHOT_RULES: Readonly<Record<ShotRule, string>> = {
  must: '必拍',
  recommended: '建议拍',
  optional: '可以不拍',
}

export interface Shot {
  readonly code: ShotCode
  readonly name: string
  readonly hint: string
  readonly rule: ShotRule
  /** Kept for ourselves, never shown to buyers. */
  readonly internal: boolean
}

/** A phone inspected by itself, or one that stands for a batch: a multi-stock one on the curated channel, a lot at auction. */
export type ShotsOf = 'single' | 'batch'

interface Subject {
  readonly channel: Channel
  readonly of: ShotsOf
  readonly model: CatalogueModel
  /** The display shows nothing, or the phone does not start: nothing on the screen can be photographed. */
  readonly screenDark: boolean
  readonly hasAccessories: boolean
}

interface ShotRow extends Omit<Shot, 'rule'> {
  /** Null where the shot makes no sense for the subject. */
  readonly ruleFor: (subject: Subject) => ShotRule | null
}

const must = (): ShotRule => 'must'
/** The edges of one phone say nothing of the other phones of a lot; what is wrong with those stands in the answers. */
const edgeMust = ({ channel, of }: Subject): ShotRule | null =>
  channel === 'auction' && of === 'batch' ? null : 'must'
const foldableMust = (subject: Subject): ShotRule | null =>
  subject.model.features.includes('foldable') ? 'must' : null
const litMust = (subject: Subject): ShotRule => (subject.screenDark ? 'optional' : 'must')

function shot(
  code: ShotCode,
  name: string,
  hint: string,
  ruleFor: (subject: Subject) => ShotRule | null,
  internal = false,
): ShotRow {
  return { code, name, hint, ruleFor, internal }
}

/** Every shot in the order in which it is taken (docs/domain.md §4.1). */
const SHOTS: readonly ShotRow[] = [
  shot('front_off', '正面（息屏）', '熄屏，用侧面强光照出屏幕划痕', must),
  shot('front_on', '正面（亮屏）', '亮屏显示纯白画面或关于本机页面', litMust),
  shot('back', '背面', '正对后盖，摄像头完整入镜', must),
  shot('left', '左边框', '左侧边框完整入镜', edgeMust),
  shot('right', '右边框', '右侧边框完整入镜', edgeMust),
  shot('top', '顶部', '顶部边框完整入镜', edgeMust),
  shot('bottom', '底部', '底部边框、接口和扬声器清晰', edgeMust),
  shot('camera', '后摄特写', '靠近摄像头，镜片清晰', ({ channel }) =>
    channel === 'curated' ? 'recommended' : 'optional',
  ),
  shot('about', '关于本机/IMEI页', '显示型号、容量，IMEI中间几位请遮挡', litMust, true),
  shot('battery', '电池健康', '显示电池健康度页面', (subject) =>
    subject.model.platform === 'apple' ? litMust(subject) : 'optional',
  ),
  shot('corners', '四角/磕碰', '四个边角逐一拍清', () => 'recommended'),
  shot(
    'bag',
    '封袋',
    '请拍摄封袋正面，编码清晰',
    ({ channel }) => (channel === 'auction' ? 'recommended' : 'optional'),
    true,
  ),
  shot('accessories', '配件合照', '所有配件摆在一起拍摄', ({ hasAccessories }) => (hasAccessories ? 'must' : null)),
  shot('inner', '折叠屏内屏', '完全展开，内屏平整入镜', foldableMust),
  shot('outer', '折叠屏外屏', '合上后正对外屏', foldableMust),
  shot('hinge', '折叠屏转轴', '半开角度，转轴清晰', foldableMust),
]

/** The codes of all shots in that order. */
export const SHOT_ORDER: readonly ShotCode[] = SHOTS.map(({ code }) => code)

/** What a shot is called; null for a code that none has. */
export const shotName = (code: string): string | null => SHOTS.find((row) => row.code === code)?.name ?? null

function hasAccessories(answers: Answers): boolean {
  const answer = answers[RULE_OPTIONS.unitOnly.item]
  return answer !== undefined && answer.options.length > 0 && !isChosen(answers, RULE_OPTIONS.unitOnly)
}

function isScreenDark(answers: Answers): boolean {
  return failsToBoot(answers) || isChosen(answers, RULE_OPTIONS.displayDead)
}

/**
 * The photos asked of one unit, in the order in which they are taken (docs/domain.md §4.1). Shots that make no sense are
 * left out; those of a lit screen become optional when the screen stays dark.
 * @param of `batch` for the phone whose photographs stand for a batch: a lot at auction shows no edges
 */
export function requiredShots(
  channel: Channel,
  model: CatalogueModel,
  answers: Answers,
  of: ShotsOf = 'single',
): Shot[] {
  const subject = { channel, of, model, screenDark: isScreenDark(answers), hasAccessories: hasAccessories(answers) }
  return SHOTS.flatMap(({ ruleFor, ...facts }) => {
    const rule = ruleFor(subject)
    return rule === null ? [] : [{ ...facts, rule }]
  })
}

/** The item whose reading a shot shows: one photograph then serves as the shot and as the defect's. */
const SHOWN_BY: Readonly<Record<string, ShotCode>> = dictionary({ [RULE_OPTIONS.batteryFull.item]: 'battery' })

/**
 * True when an item needs no defect photo of its own, because a shot shows what it is about and has to be taken anyway,
 * or was taken (docs/domain.md §4.1).
 * @param taken the positions of the photographs that there are
 */
export function isShownByShot(
  itemCode: string,
  shots: readonly { readonly code: string; readonly rule: string }[],
  taken: readonly (string | null)[],
): boolean {
  const shown = shots.find(({ code }) => code === SHOWN_BY[itemCode])
  return shown !== undefined && (shown.rule === 'must' || taken.includes(shown.code))
}

/** The names of the compulsory shots that are not among the codes taken, in shooting order. */
export function missingShots(shots: readonly Shot[], taken: readonly string[]): string[] {
  return shots.filter((entry) => entry.rule === 'must' && !taken.includes(entry.code)).map((entry) => entry.name)
}
