import type { LoginContext } from '@huanji/contract/envelope'
import type { Database } from '@huanji/server/database/database'
import type { SessionReader } from '@huanji/server/gateway/handler'
import { addEmployee, createMerchant } from '@huanji/server/modules/people/commands'
import { saveShop } from '@huanji/server/modules/shop/store'
import type { Actor } from '@huanji/server/platform/actor'
import type { Clock } from '@huanji/server/platform/clock'
import { newId } from '@huanji/server/platform/ids'

/** A person of a merchant who is signed in without a password: the token is the employee's id. */
export interface SignedInEmployee {
  readonly actor: Actor
  readonly login: LoginContext
}

const SHOP_MS = 90 * 24 * 3_600_000

let serial = 0

/** Merchants, people and shops, made without the calls that a person makes for them. */
export function peopleOf({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  const actors = new Map<string, Actor>()
  let phones = 0
  const nextPhone = () => `1380013${String(++phones).padStart(4, '0')}`

  /** Reads the sessions of these people, and whatever other one by `others`. */
  const sessionReader = (others: SessionReader): SessionReader =>
    Object.assign(
      async (...[tx, context, now]: Parameters<SessionReader>) =>
        actors.get(context.loginToken) ?? others(tx, context, now),
      others.whyEnded === undefined ? {} : { whyEnded: others.whyEnded },
    )

  function signedIn(employee: Omit<Actor, 'sessionId' | 'grants'>, grants: readonly string[] = []): SignedInEmployee {
    const actor = { ...employee, sessionId: newId(), grants: new Set(grants) }
    const { employeeId, merchantId } = actor
    actors.set(employeeId, actor)
    return { actor, login: { loginToken: employeeId, loginPhone: actor.phone, employeeId, merchantId } }
  }

  /** The owner of a new merchant. */
  async function merchant(name: string): Promise<SignedInEmployee> {
    const phone = nextPhone()
    const of = { name, phone, passwordHash: 'none', now: clock.now() }
    const { merchantId, employeeId } = await db.global((tx) => createMerchant(tx, of))
    return signedIn({
      merchantId,
      employeeId,
      employeeName: `${name}老板`,
      phone,
      isOwner: true,
      refundLimitFen: null,
    })
  }

  /** Somebody who works for an owner with these grants. */
  async function colleague(
    owner: SignedInEmployee,
    name: string,
    grants: readonly string[],
    refundLimitFen: number | null = 0,
  ): Promise<SignedInEmployee> {
    const phone = nextPhone()
    const { merchantId } = owner.actor
    const employee = { phone, name, roleIds: [], isOwner: false, now: clock.now() }
    const employeeId = await db.tenant(merchantId, (tx) => addEmployee(tx, employee))
    return signedIn({ merchantId, employeeId, employeeName: name, phone, isOwner: false, refundLimitFen }, grants)
  }

  /** A shop of a merchant that the marketplace knows nothing of; gives its id. */
  async function shop(owner: SignedInEmployee, isValid = true): Promise<string> {
    const shopAccountId = newId()
    const now = clock.now()
    serial += 1
    const known = {
      authorizeId: serial,
      userIdentity: `u${serial}`,
      userName: `seller${serial}`,
      nick: '焕机小店',
      shopName: '焕机小店',
      isValid,
      isPro: false,
      depositEnough: true,
      authorisedUntil: new Date(now.getTime() + SHOP_MS),
      itemBizTypes: [2, 10, 19],
    }
    await db.tenant(owner.actor.merchantId, (tx) => saveShop(tx, shopAccountId, known, now))
    return shopAccountId
  }

  return { sessionReader, signedIn, merchant, colleague, shop }
}

export type People = Omit<ReturnType<typeof peopleOf>, 'sessionReader'>
