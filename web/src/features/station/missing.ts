import { CHANNEL_RULES, type Channel } from '@huanji/domain/channel'
import type { TypedBag } from '../bag/bag-check.ts'
import { defectsToShoot, openItems } from '../checklist/checklist.ts'
import { missingPhotos, type PhotoTask } from '../photo/use-photo-task.ts'
import type { Missing } from './missing-list.tsx'
import type { OpenPhone } from './station-state.ts'
import type { PhoneFacts } from './use-phone-facts.ts'

/** The ways to what is missing. */
interface Ways {
  readonly toItem: (itemCode: string) => void
  readonly toPhoto: (tileKey: string) => void
  readonly toBag: () => void
}

function missingAnswers({ groups, check }: PhoneFacts, ways: Ways): Missing[] {
  const open = openItems(groups).map(
    ({ item }): Missing => ({
      key: item.code,
      text: item.name,
      level: 'must',
      go: () => ways.toItem(item.code),
    }),
  )
  const blocks = (check?.problems ?? []).filter((problem) => problem.level === 'block')
  return [
    ...open,
    ...blocks.map(
      ({ itemCode, message }): Missing => ({
        key: `${itemCode} ${message}`,
        text: message,
        level: 'must',
        go: () => ways.toItem(itemCode ?? ''),
      }),
    ),
  ]
}

/** The photographs that the server does not have: each defect by its name, the shots of the list as one. */
function photosToCome({ groups }: PhoneFacts, task: PhotoTask, ways: Ways): Missing[] {
  const missing = missingPhotos(task, defectsToShoot(groups, task))
  const shots = missing.filter(({ kind }) => kind === 'real')
  const coming = shots.filter(({ isComing }) => isComing).length
  const ofDefects = missing
    .filter(({ kind }) => kind === 'defect')
    .map(
      ({ tileKey, name, isComing }): Missing => ({
        key: `photo ${tileKey}`,
        text: `${name}瑕疵图${isComing ? '（上传中）' : ''}`,
        level: 'later',
        go: () => ways.toPhoto(tileKey),
      }),
    )
  const first = shots.find(({ isComing }) => !isComing) ?? shots[0]
  if (!first) return ofDefects
  const name = shots.length === 1 ? `实拍图：${first.name}` : `${shots.length}张必拍实拍图`
  const state = coming === 0 ? '' : coming === shots.length ? '（上传中）' : `（${coming}张上传中）`
  return [
    ...ofDefects,
    { key: 'shots', text: `${name}${state}`, level: 'later', go: () => ways.toPhoto(first.tileKey) },
  ]
}

const missingBag = (text: string, level: Missing['level'], ways: Ways): Missing => ({
  key: 'bag',
  text,
  level,
  go: ways.toBag,
})

/** What to do about a bag that cannot be bound. */
function bagStep({ check }: TypedBag): string {
  if (!check) return '补全封袋码'
  return check.availability === 'unknown' ? '登记或更换封袋' : '更换封袋'
}

/** The phone with everything that is known of it. */
interface MissingFacts {
  readonly channel: Channel
  readonly phone: OpenPhone
  readonly facts: PhoneFacts
  readonly task: PhotoTask
  readonly bag: TypedBag
}

/** Everything that is missing before the phone is done, what must come before the submit first. */
export function missingOf({ channel, phone, facts, task, bag }: MissingFacts, ways: Ways): Missing[] {
  if (facts.step === 'model') return [{ key: 'model', text: '机型', level: 'must', go: () => {} }]
  if (facts.step === 'sku') return [{ key: 'sku', text: '规格', level: 'must', go: () => {} }]
  const isUnsealed = phone.bagCode.trim() === '' && facts.check?.explanation.grade !== 'X'
  const needsBag = CHANNEL_RULES[channel].needsBag && isUnsealed
  return [
    ...missingAnswers(facts, ways),
    ...(bag.fault ? [missingBag(bagStep(bag), 'must', ways)] : []),
    ...photosToCome(facts, task, ways),
    ...(needsBag ? [missingBag('封袋码', 'later', ways)] : []),
  ]
}
