import { StartupRefusal } from '../platform/startup-refusal.ts'
import type { DeadLetter, DeadLetterId, Jobs } from './job.ts'
import { letterOf, numberOf } from './letter-number.ts'

/** At most so many dead letters of each table are shown or taken at once. */
const AT_ONCE = 200
const USAGE =
  '用法：npm run jobs -- [list | retry <编号>… | retry all | discard <编号>…]。 Lists dead jobs, runs them again, or gives them up.'

function namedLetter(number: string): DeadLetterId {
  const letter = letterOf(number)
  if (letter === null) throw new StartupRefusal(`编号不正确：${number}。`, USAGE)
  return letter
}

function lineOf(letter: DeadLetter): string {
  const { kind, aggregate, attempts, since, deadSince, error } = letter
  const what = aggregate === '' ? `闲鱼消息（${kind}）` : `${kind}（${aggregate}）`
  return `${numberOf(letter)}\n  ${what}：试过 ${attempts} 次，始于 ${since}，止于 ${deadSince}\n  ${error}`
}

async function list(jobs: Jobs, say: (line: string) => void): Promise<void> {
  const letters = await jobs.deadLetters(AT_ONCE)
  const { pending, dead, oldestSeconds } = await jobs.depth()
  for (const letter of letters) say(lineOf(letter))
  say(`待办 ${pending} 件（最早 ${oldestSeconds} 秒前），已放弃重试的任务 ${dead} 件，以上列出 ${letters.length} 件。`)
}

async function retryAll(jobs: Jobs, say: (line: string) => void): Promise<void> {
  let count = 0
  for (let letters = await jobs.deadLetters(AT_ONCE); letters.length > 0; letters = await jobs.deadLetters(AT_ONCE)) {
    for (const letter of letters) if (await jobs.retry(letter)) count += 1
  }
  say(`已重新排队 ${count} 件。`)
}

/** Does `act` for every number, after all of them were read. @throws StartupRefusal naming the first one that is no dead letter */
async function each(numbers: readonly string[], act: (letter: DeadLetterId) => Promise<boolean>): Promise<void> {
  for (const letter of numbers.map(namedLetter)) {
    if (await act(letter)) continue
    throw new StartupRefusal(
      `没有这样的失败任务：${numberOf(letter)}。`,
      '请用 npm run jobs 查看现有的。 No such dead job.',
    )
  }
}

/**
 * What an operator does about dead letters, as words at the terminal: `list` (also without words), `retry <number>…`,
 * `retry all`, `discard <number>…`.
 * @throws StartupRefusal for anything else; what stands before the refused number is done
 */
export async function runJobsCommand(
  jobs: Jobs,
  [verb = 'list', ...numbers]: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  if (verb === 'list' && numbers.length === 0) return list(jobs, say)
  if (verb === 'retry' && numbers.length === 1 && numbers[0] === 'all') return retryAll(jobs, say)
  if (verb === 'retry' && numbers.length > 0) {
    await each(numbers, (letter) => jobs.retry(letter))
    return say(`已重新排队 ${numbers.length} 件。`)
  }
  if (verb === 'discard' && numbers.length > 0) {
    await each(numbers, (letter) => jobs.discard(letter))
    return say(`已放弃 ${numbers.length} 件。`)
  }
  throw new StartupRefusal(`看不懂的命令：${[verb, ...numbers].join(' ')}。`, USAGE)
}
