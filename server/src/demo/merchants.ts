import type { RolePreset } from '@huanji/contract/presets'
import { ITEM_BIZ_TYPES } from '@huanji/marketplace/protocol/products'
import type { ShopOpening } from '@huanji/marketplace/sandbox/options'
import type { Database, GlobalTx } from '../database/database.ts'
import { addAddress } from '../modules/address/commands.ts'
import { addEmployee, createMerchant } from '../modules/people/commands.ts'
import type { Actor } from '../platform/actor.ts'
import { DEMO_PASSWORD } from '../platform/demo-accounts.ts'
import { newId } from '../platform/ids.ts'
import { hashPassword } from '../platform/passwords.ts'

interface PersonPlan {
  readonly phone: string
  readonly name: string
  readonly roles: readonly RolePreset['key'][]
}

type AddressPlan = Omit<Parameters<typeof addAddress>[1], 'now'>

type ShopPlan = Omit<ShopOpening, 'sellerId'>

/** A merchant of the demo data: everything about it is invented. The first person owns it. */
interface MerchantPlan {
  readonly name: string
  readonly people: readonly [PersonPlan, ...PersonPlan[]]
  /** Those that sell, and those that cannot. */
  readonly shops: readonly ShopPlan[]
  readonly idleShops: readonly ShopPlan[]
  readonly addresses: readonly AddressPlan[]
  /** Phones of those who inspect and of the one who ships; the owner publishes. */
  readonly inspectors: readonly [string, ...string[]]
  readonly shipper: string
}

const BOTH = '13700137000'

/** The two merchants of every demo. */
export const DEMO_MERCHANTS: readonly MerchantPlan[] = [
  {
    name: '焕新数码',
    people: [
      { phone: '13800138000', name: '程远', roles: ['owner'] },
      { phone: '13800138001', name: '林小满', roles: ['inspector'] },
      { phone: '13800138002', name: '周大川', roles: ['shipper'] },
      { phone: '13800138003', name: '秦朗', roles: ['manager'] },
      { phone: '13800138004', name: '许安然', roles: ['operator'] },
      { phone: '13800138005', name: '何佳', roles: ['service'] },
      { phone: '13800138006', name: '曾文静', roles: ['finance'] },
      { phone: BOTH, name: '沈知秋', roles: ['inspector', 'operator'] },
    ],
    shops: [
      { userName: 'huanxin_digital', nick: '焕新数码旗舰店' },
      { userName: 'huanxin_apple', nick: '焕新苹果专营' },
      { userName: 'huanxin_android', nick: '焕新安卓优选' },
    ],
    // about to expire at the end of the history, expired, and without authorisation
    idleShops: [
      { userName: 'huanxin_tablet', nick: '焕新平板小店', authorizedDays: 34, itemBizTypes: [ITEM_BIZ_TYPES.plain] },
      { userName: 'huanxin_old', nick: '焕新老店', authorizedDays: 21 },
      { userName: 'huanxin_trial', nick: '焕新试用店', isValid: false, isDepositEnough: false },
    ],
    addresses: [
      shipFrom('周大川', '13800138002', '440304', '华强北路示例大厦 8 层 806', true),
      shipFrom('林小满', '13800138001', '440305', '科苑南路示例园区 3 栋 2 楼', false),
      returnTo('售后组', '13800138002', '440304', '华强北路示例大厦 8 层 退货窗口'),
    ],
    inspectors: ['13800138001', BOTH],
    shipper: '13800138002',
  },
  {
    name: '二手好机',
    people: [
      { phone: '13900139000', name: '罗一鸣', roles: ['owner'] },
      { phone: BOTH, name: '沈知秋', roles: ['manager'] },
    ],
    shops: [{ userName: 'good_used_phones', nick: '二手好机小店' }],
    idleShops: [],
    addresses: [
      shipFrom('罗一鸣', '13900139000', '330106', '文三路示例商城 1 楼 B12', true),
      returnTo('罗一鸣', '13900139000', '330106', '文三路示例商城 1 楼 B12'),
    ],
    inspectors: ['13900139000', BOTH],
    shipper: '13900139000',
  },
]

function shipFrom(contactName: string, contactPhone: string, regionCode: string, detail: string, isDefault: boolean) {
  return { kind: 'ship', contactName, contactPhone, regionCode, detail, isDefault } as const
}
function returnTo(contactName: string, contactPhone: string, regionCode: string, detail: string) {
  return { kind: 'return', contactName, contactPhone, regionCode, detail, isDefault: true } as const
}

/** A merchant of the demo in the database, with who works there, each by the phone. */
export interface EnrolledMerchant extends MerchantPlan {
  readonly merchantId: string
  readonly sellerId: number
  readonly staff: ReadonlyMap<string, Actor>
}

/** A merchant of the demo that is open for business. */
export interface DemoMerchant extends EnrolledMerchant {
  /** The shops that sell. */
  readonly shopAccountIds: readonly [string, ...string[]]
  /** The bag with this number, from 0. */
  bagCodeOf(number: number): string
}

/** Somebody who works at the merchant, by the phone. */
export function personAt({ staff, name }: EnrolledMerchant, phone: string): Actor {
  const actor = staff.get(phone)
  if (actor === undefined) throw new Error(`nobody at ${name} has the phone ${phone}`)
  return actor
}

export const ownerOf = (merchant: EnrolledMerchant): Actor => personAt(merchant, merchant.people[0].phone)

/** Makes merchants with people and addresses, by the commands that sign-up and the staff pages use; all have one password. */
export async function enrolMerchants(
  db: Database,
  plans: readonly MerchantPlan[],
  now: Date,
): Promise<EnrolledMerchant[]> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const merchants: EnrolledMerchant[] = []
  for (const plan of plans) merchants.push(await db.global((tx) => enrol(tx, plan, passwordHash, now)))
  return merchants
}

async function enrol(global: GlobalTx, plan: MerchantPlan, passwordHash: string, now: Date): Promise<EnrolledMerchant> {
  const [owner, ...others] = plan.people
  const founder = { name: plan.name, phone: owner.phone, ownerName: owner.name, passwordHash, now }
  const { tx, merchantId, sellerId, employeeId, roleIds } = await createMerchant(global, founder)
  const staff = new Map([[owner.phone, actorOf(merchantId, employeeId, owner)]])
  for (const person of others) {
    const { phone, name, roles } = person
    const employee = { phone, name, roleIds: roles.map((role) => roleIds[role]), isOwner: false, passwordHash, now }
    staff.set(phone, actorOf(merchantId, await addEmployee(tx, employee), person))
  }
  for (const address of plan.addresses) await addAddress(tx, { ...address, now })
  return { ...plan, merchantId, sellerId, staff }
}

/** A person as the calls of the demo data are made by: none of them is refused for want of a right. */
function actorOf(merchantId: string, employeeId: string, { phone, name }: PersonPlan): Actor {
  const rights = { grants: new Set<string>(), isOwner: true, refundLimitFen: null }
  return { merchantId, employeeId, employeeName: name, phone, ...rights, sessionId: newId() }
}
