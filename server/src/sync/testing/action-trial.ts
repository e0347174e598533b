import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import { ERR } from '@huanji/contract/errors'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { startTradingGateway } from './trading-gateway.ts'

/** One attempt: the actions it stands for, and whether the call was accepted. */
export interface Attempt {
  readonly actions: readonly string[]
  readonly call: () => Promise<string>
}

export const ACCEPTED = 'accepted'
export const ALL_POSTS = ROLE_PRESETS.map(({ key }) => key)

/** What is asked of the marketplace for a thing. */
export const REQUESTS = [
  { name: 'nothing asked', state: null, problem: '' },
  { name: 'asked', state: 'pending', problem: '' },
  { name: 'asked and held up', state: 'pending', problem: '闲鱼暂时无法连接' },
  { name: 'refused', state: 'refused', problem: '场次已截止报名' },
  { name: 'settled', state: 'settled', problem: '' },
] as const
export type Request = (typeof REQUESTS)[number]
export const [NOTHING_ASKED, , , REFUSED] = REQUESTS

/** Somebody of each post at a merchant that trades, and whether what a row offers is what its calls accept. */
export async function startActionTrial() {
  const gateway = await startTradingGateway()
  const owner = await gateway.shopOwner('动作商家')
  /** The merchant's people by their post; the owner is one of them. */
  const posts = new Map<string, SignedInEmployee>()
  for (const { key, name, grants, refundLimitFen } of ROLE_PRESETS) {
    posts.set(key, key === 'owner' ? owner : await gateway.colleague(owner, name, grants, refundLimitFen))
  }

  const sql = (text: string, values: readonly unknown[] = []) =>
    gateway.database.open.ownerQuery(text, [owner.actor.merchantId, ...values])

  /** How a call ends: accepted, or the word of its refusal. */
  async function outcomeOf<S extends CallSpec>(spec: S, payload: InputOf<S>, by: SignedInEmployee): Promise<string> {
    const { _errCode, _errStr, _bizErrCode } = await gateway.call(spec, payload, by.login)
    if (_errCode === ERR.notGranted) return 'notGranted'
    if (_errCode !== ERR.ok && _bizErrCode === '') throw new Error(`${spec.path}: ${_errCode} ${_errStr}`)
    return _bizErrCode === '' ? ACCEPTED : _bizErrCode
  }

  /** How a call of one row ends: accepted, or why the row was refused. */
  async function rowOutcome<S extends CallSpec>(
    spec: S,
    payload: InputOf<S>,
    by: SignedInEmployee,
    rowOf: (answer: OutputOf<S>) => { ok: boolean; message: string } | undefined,
  ): Promise<string> {
    const { _errCode, _errStr, _data } = await gateway.call(spec, payload, by.login)
    if (_errCode === ERR.notGranted) return 'notGranted'
    const result = _data === null ? undefined : rowOf(_data)
    if (!result) throw new Error(`${spec.path}: ${_errStr}`)
    return result.ok ? ACCEPTED : result.message
  }

  /** What a post reads of a thing; no action at all where it may not read the thing. */
  async function actionsSeen<S extends CallSpec>(
    spec: S,
    payload: InputOf<S>,
    by: SignedInEmployee,
    thingOf: (answer: OutputOf<S>) => { allowedActions: readonly string[] } | undefined = (answer) =>
      answer as { allowedActions: readonly string[] },
  ): Promise<readonly string[]> {
    const answer = await gateway.call(spec, payload, by.login)
    if (answer._errCode === ERR.notGranted) return []
    const thing = answer._data === null ? undefined : thingOf(answer._data)
    if (!thing) throw new Error(`${spec.path}: ${answer._errStr}`)
    return thing.allowedActions
  }

  /**
   * Tries every action in a situation, which is made anew when a call was accepted, and says where row and call disagree:
   * a refusal that changed something after all would let the actions after it end otherwise than the row said.
   */
  async function disagreements(
    situation: string,
    make: () => Promise<unknown>,
    read: (by: SignedInEmployee) => Promise<readonly string[]>,
    attempts: (by: SignedInEmployee) => readonly Attempt[],
    of: readonly string[],
  ): Promise<string[]> {
    const found: string[] = []
    for (const post of of) {
      const by = posts.get(post) ?? owner
      await make()
      const allowed = await read(by)
      let isAsMade = true
      for (const { actions, call } of attempts(by)) {
        if (!isAsMade) await make()
        const outcome = await call()
        isAsMade = outcome !== ACCEPTED
        const isAllowed = actions.some((action) => allowed.includes(action))
        if ((outcome === ACCEPTED) !== isAllowed) {
          found.push(
            `${situation}, ${post}, ${actions.join(' or ')}: ${isAllowed ? 'offered' : 'not offered'}, ${outcome}`,
          )
        }
      }
    }
    return found
  }

  /** Puts into the table what is asked of the marketplace for a thing, in place of what was asked before. */
  async function ask(subject: string, subjectId: string, desired: object, { state, problem }: Request) {
    await sql('delete from desired_state where merchant_id = $1 and subject_id = $2', [subjectId])
    if (state === null) return
    await sql(
      `insert into desired_state (merchant_id, subject, subject_id, generation, desired, state, problem, requested_at)
       values ($1, $2, $3, 1, $4, $5, $6, $7)`,
      [subject, subjectId, JSON.stringify(desired), state, problem, gateway.clock.now()],
    )
  }

  return { gateway, owner, posts, sql, outcomeOf, rowOutcome, actionsSeen, disagreements, ask }
}

export type ActionTrial = Awaited<ReturnType<typeof startActionTrial>>
