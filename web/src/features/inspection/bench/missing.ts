import type { PhotoTask } from '../photo/use-photo-task.ts'
import { shotDefects, shotsToTake } from '../photo/use-photo-task.ts'
import { defectsToShoot, openItems } from '../template/sheet.ts'
import type { OpenPhone } from './bench-state.ts'
import type { Missing } from './checklist.tsx'
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

function missingPhotos({ groups }: PhoneFacts, task: PhotoTask, ways: Ways): Missing[] {
  const taken = shotDefects(task)
  const defects = defectsToShoot(groups).filter((defect) => !taken.has(defect.itemCode))
  const shots = shotsToTake(task)
  const [firstShot] = shots
  const ofDefects = defects.map(
    (defect): Missing => ({
      key: `photo ${defect.itemCode}`,
      text: `${defect.itemName}瑕疵图`,
      level: 'later',
      go: () => ways.toPhoto(defect.itemCode),
    }),
  )
  if (!firstShot) return ofDefects
  const text = shots.length === 1 ? `实拍图：${firstShot.name}` : `${shots.length}张必拍实拍图`
  return [...ofDefects, { key: 'shots', text, level: 'later', go: () => ways.toPhoto(firstShot.code) }]
}

/** Everything that is missing before the phone is done, what must come before the submit first. */
export function missingOf(phone: OpenPhone, facts: PhoneFacts, task: PhotoTask, ways: Ways): Missing[] {
  if (facts.step === 'model') return [{ key: 'model', text: '机型', level: 'must', go: () => {} }]
  if (facts.step === 'sku') return [{ key: 'sku', text: '规格', level: 'must', go: () => {} }]
  const needsBag = phone.bagCode === '' && facts.check?.explanation.grade !== 'X'
  const bag: Missing = { key: 'bag', text: '封袋码', level: 'later', go: ways.toBag }
  return [...missingAnswers(facts, ways), ...missingPhotos(facts, task, ways), ...(needsBag ? [bag] : [])]
}
