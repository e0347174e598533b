import type { RolePreset } from '@huanji/contract/presets'
import type { SandboxControl } from '@huanji/marketplace/sandbox/options'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors/refusal.ts'
import { addAddress } from '../modules/address/commands.ts'
import { addEmployee, createMerchant } from '../modules/people/commands.ts'
import { hashPassword } from '../platform/passwords.ts'

/** The password of every demo account, which README.md names. */
export const DEMO_PASSWORD = 'Huanji2026'

/** Somebody's work at one merchant. */
export interface Post {
  readonly phone: string
  readonly merchantName: string
}

interface Person {
  readonly phone: string
  readonly name: string
  readonly roles: readonly RolePreset['key'][]
}

interface ShopPlan {
  readonly userName: string
  readonly nick: string
}

interface AddressPlan {
  readonly kind: 'ship' | 'return'
  readonly contactName: string
  readonly contactPhone: string
  readonly regionCode: string
  readonly detail: string
  readonly isDefault: boolean
}

/** A merchant of the demo data: everything about it is invented. */
export interface MerchantPlan {
  /** Stands in keys of steps and in codes; unique and short. */
  readonly key: string
  readonly name: string
  readonly owner: { readonly phone: string; readonly name: string }
  readonly employees: readonly Person[]
  readonly shops: readonly ShopPlan[]
  readonly addresses: readonly AddressPlan[]
  /** Those of its people who inspect, who publish and who ship. */
  readonly inspectors: readonly Post[]
  readonly publisher: Post
  readonly shipper: Post
}

const FIRST = '焕新数码'
const SECOND = '二手好机'
const BOTH = '13700137000'

/** The two merchants of every demo installation. */
const DEMO_MERCHANTS: readonly MerchantPlan[] = [
  {
    key: 'm1',
    name: FIRST,
    owner: { phone: '13800138000', name: '程远' },
    employees: [
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
    addresses: [
      {
        kind: 'ship',
        contactName: '周大川',
        contactPhone: '13800138002',
        regionCode: '440304',
        detail: '华强北路示例大厦 8 层 806',
        isDefault: true,
      },
      {
        kind: 'ship',
        contactName: '林小满',
        contactPhone: '13800138001',
        regionCode: '440305',
        detail: '科苑南路示例园区 3 栋 2 楼',
        isDefault: false,
      },
      {
        kind: 'return',
        contactName: '售后组',
        contactPhone: '13800138002',
        regionCode: '440304',
        detail: '华强北路示例大厦 8 层 退货窗口',
        isDefault: true,
      },
    ],
    inspectors: [
      { phone: '13800138001', merchantName: FIRST },
      { phone: BOTH, merchantName: FIRST },
    ],
    publisher: { phone: '13800138000', merchantName: FIRST },
    shipper: { phone: '13800138002', merchantName: FIRST },
  },
  {
    key: 'm2',
    name: SECOND,
    owner: { phone: '13900139000', name: '罗一鸣' },
    employees: [{ phone: BOTH, name: '沈知秋', roles: ['manager'] }],
    shops: [{ userName: 'good_used_phones', nick: '二手好机小店' }],
    addresses: [
      {
        kind: 'ship',
        contactName: '罗一鸣',
        contactPhone: '13900139000',
        regionCode: '330106',
        detail: '文三路示例商城 1 楼 B12',
        isDefault: true,
      },
      {
        kind: 'return',
        contactName: '罗一鸣',
        contactPhone: '13900139000',
        regionCode: '330106',
        detail: '文三路示例商城 1 楼 B12',
        isDefault: true,
      },
    ],
    inspectors: [
      { phone: '13900139000', merchantName: SECOND },
      { phone: BOTH, merchantName: SECOND },
    ],
    publisher: { phone: '13900139000', merchantName: SECOND },
    shipper: { phone: '13900139000', merchantName: SECOND },
  },
]

/** Phones of further merchants' people: 1380013 and four digits that no demo account has. */
const FIRST_FREE_PHONE = 1000
export const MERCHANTS_MAX = 500

/** A merchant beyond the two: an owner, an inspector, a shipping clerk, one shop. */
function furtherMerchant(number: number): MerchantPlan {
  const phoneOf = (person: number) => `1380013${FIRST_FREE_PHONE + (number - 3) * 3 + person}`
  const name = `示例商家${number}`
  const [owner, inspector, shipper] = [phoneOf(0), phoneOf(1), phoneOf(2)]
  const place = { regionCode: '330106', detail: `示例路 ${number} 号`, isDefault: true }
  return {
    key: `m${number}`,
    name,
    owner: { phone: owner, name: `店主${number}` },
    employees: [
      { phone: inspector, name: `质检员${number}`, roles: ['inspector'] },
      { phone: shipper, name: `发货员${number}`, roles: ['shipper'] },
    ],
    shops: [{ userName: `sample_shop_${number}`, nick: `示例小店${number}` }],
    addresses: (['ship', 'return'] as const).map((kind) => ({
      kind,
      contactName: `发货员${number}`,
      contactPhone: shipper,
      ...place,
    })),
    inspectors: [{ phone: inspector, merchantName: name }],
    publisher: { phone: owner, merchantName: name },
    shipper: { phone: shipper, merchantName: name },
  }
}

/** The two merchants of every demo, and as many more as are asked for. */
export function merchantPlans(count: number): MerchantPlan[] {
  const further = Array.from({ length: Math.max(0, count - DEMO_MERCHANTS.length) }, (_, index) =>
    furtherMerchant(DEMO_MERCHANTS.length + 1 + index),
  )
  return [...DEMO_MERCHANTS.slice(0, count), ...further]
}

const passwordHashes = new Map<string, Promise<string>>()

/** Hashing is slow on purpose; all demo accounts share one hash. */
function demoPasswordHash(): Promise<string> {
  const known = passwordHashes.get(DEMO_PASSWORD) ?? hashPassword(DEMO_PASSWORD)
  passwordHashes.set(DEMO_PASSWORD, known)
  return known
}

/**
 * Makes a merchant with its people, by the commands that sign-up and the staff pages use; all of it in one
 * transaction, so that a repeat finds either everything or nothing. Addresses go with it.
 */
export async function enrol(db: Database, plan: MerchantPlan, now: Date): Promise<void> {
  const passwordHash = await demoPasswordHash()
  try {
    await db.global(async (global) => {
      const { phone, name: ownerName } = plan.owner
      const made = await createMerchant(global, { name: plan.name, phone, ownerName, passwordHash, now })
      for (const { phone, name, roles } of plan.employees) {
        const roleIds = roles.map((role) => made.roleIds[role])
        await addEmployee(made.tx, { phone, name, roleIds, isOwner: false, passwordHash, now })
      }
      for (const address of plan.addresses) await addAddress(made.tx, { ...address, now })
    })
  } catch (error) {
    // the owner's phone can own one merchant: it was enrolled before
    if (!(error instanceof Refusal) || error.code !== 'PHONE_TAKEN') throw error
  }
}

/** Opens a merchant's shops at the stand-in marketplace, as its owner's consent would. */
export function openShops(control: SandboxControl, plan: MerchantPlan, sellerId: number): void {
  for (const { userName, nick } of plan.shops) control.openShop({ sellerId, userName, nick, shopName: nick })
}
