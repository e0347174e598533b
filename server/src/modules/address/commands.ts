import type { ParsedOf } from '@huanji/contract/call'
import type { address } from '@huanji/contract/features/address/calls'
import { ADDRESS_KIND_LABELS } from '@huanji/contract/features/address/labels'
import { isLeaf, regionName } from '@huanji/domain/regions'
import { type AuditFacts, differingFacts } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { newId } from '../../platform/ids.ts'
import { maskPhone } from '../../platform/log.ts'
import { recordEdit, requireVersion } from '../history/edits.ts'
import { lockMerchant } from '../tenant/store.ts'
import {
  type AddressContent,
  type AddressKind,
  type AddressRow,
  clearDefault,
  countAddresses,
  deleteAddress,
  findAddress,
  insertAddress,
  makeNewestDefault,
  updateAddress,
} from './store.ts'

/** How many addresses a merchant keeps at most. */
const ADDRESS_LIMIT = 200

export interface NewAddress {
  readonly kind: AddressKind
  readonly contactName: string
  readonly contactPhone: string
  /** Of a county, or of whatever level has nothing below it. */
  readonly regionCode: string
  readonly detail: string
  readonly isDefault: boolean
  readonly now: Date
}

/**
 * Adds an address to the transaction's merchant and gives its id. The first one of a kind is its default; a new default
 * takes the mark from the old one.
 * @throws RangeError for a region that does not exist or is not precise enough
 */
export async function addAddress(tx: Tx, { now, ...given }: NewAddress): Promise<string> {
  if (!isLeaf(given.regionCode)) throw new RangeError(`not the code of a county: ${given.regionCode}`)
  const content = { ...given, regionName: regionName(given.regionCode) }
  await lockMerchant(tx)
  return (await insert(tx, content, now)).addressId
}

/** What became of an address and of the one whose default mark it took or left, or null for none. */
interface Placed {
  readonly addressId: string
  readonly isDefault: boolean
  readonly other: AddressRow | null
}

async function insert(tx: Tx, content: AddressContent, now: Date): Promise<Placed> {
  const isFirst = (await countAddresses(tx, content.kind)) === 0
  const isDefault = content.isDefault || isFirst
  const other = isDefault ? await clearDefault(tx, content.kind, now) : null
  const addressId = newId()
  await insertAddress(tx, { ...content, addressId, isDefault }, now)
  return { addressId, isDefault, other }
}

type AddressInput = ParsedOf<typeof address.edit>

/** What the log says of an address. */
function factsOf(content: AddressContent): AuditFacts {
  return {
    类型: ADDRESS_KIND_LABELS[content.kind],
    联系人: content.contactName,
    联系电话: maskPhone(content.contactPhone),
    省市区: content.regionName,
    详细地址: content.detail,
    默认: content.isDefault ? '是' : '否',
  }
}

/** The same of an edited address; another phone shows as one even where the mask hides what differs. */
function factsAfter(row: AddressRow, wanted: AddressContent): AuditFacts {
  const facts = factsOf(wanted)
  const hidesChange =
    row.contactPhone !== wanted.contactPhone && maskPhone(row.contactPhone) === maskPhone(wanted.contactPhone)
  return hidesChange ? { ...facts, 联系电话: `${maskPhone(wanted.contactPhone)}（已更换）` } : facts
}

const subjectOf = (addressId: string, content: Pick<AddressContent, 'regionName' | 'detail'>) =>
  ({ subject: 'address', subjectId: addressId, subjectLabel: `${content.regionName}${content.detail}` }) as const

/** Records in the audit log that another address got or lost the default mark; `other` is the row after that. */
async function recordMark({ tx, actor, now, audit }: CallContext, other: AddressRow): Promise<void> {
  const { addressId, isDefault } = other
  const label = isDefault ? '成为默认地址' : '不再是默认地址'
  await recordEdit(tx, { subject: 'address', subjectId: addressId }, { actor, now }, 'mark', label)
  const before = factsOf({ ...other, isDefault: !isDefault })
  audit({ ...subjectOf(addressId, other), ...differingFacts(before, factsOf(other)) })
}

async function createAddress(context: CallContext, content: AddressContent) {
  const { tx, actor, now, audit } = context
  if ((await countAddresses(tx)) >= ADDRESS_LIMIT) refuse('ADDRESS_LIMIT', { count: ADDRESS_LIMIT })
  const { addressId, isDefault, other } = await insert(tx, content, now)
  await recordEdit(tx, { subject: 'address', subjectId: addressId }, { actor, now }, 'create', '添加地址')
  const after = factsOf({ ...content, isDefault })
  audit({ ...subjectOf(addressId, content), actionLabel: '添加地址', before: null, after })
  if (other) await recordMark(context, other)
  return { addressId, version: 1 }
}

/** Whether an edited address is the default of its kind afterwards: the mark is taken, never just dropped. */
async function isDefaultAfter(tx: Tx, row: AddressRow, { kind, isDefault }: AddressContent): Promise<boolean> {
  if (isDefault) return true
  return row.kind === kind ? row.isDefault : (await countAddresses(tx, kind)) === 0
}

async function editAddress(
  context: CallContext,
  content: AddressContent,
  { addressId, version }: { readonly addressId: string; readonly version: number | undefined },
) {
  const { tx, actor, now, audit } = context
  const row = (await findAddress(tx, addressId)) ?? refuse('NOT_FOUND')
  await requireVersion(tx, { subject: 'address', subjectId: row.addressId, ...row }, version)
  const wanted = { ...content, isDefault: await isDefaultAfter(tx, row, content) }
  const isSame = (Object.keys(wanted) as (keyof AddressContent)[]).every((name) => wanted[name] === row[name])
  if (isSame) {
    audit(null)
    return { addressId: row.addressId, version: row.version }
  }
  const leavesKind = row.isDefault && row.kind !== wanted.kind
  const takesMark = wanted.isDefault && (!row.isDefault || leavesKind)
  const displaced = takesMark ? await clearDefault(tx, wanted.kind, now) : null
  await updateAddress(tx, row.addressId, wanted, now)
  const promoted = leavesKind ? await makeNewestDefault(tx, row.kind, now) : null
  await recordEdit(tx, { subject: 'address', subjectId: row.addressId }, { actor, now }, 'edit', '编辑地址')
  audit({ ...subjectOf(row.addressId, wanted), ...differingFacts(factsOf(row), factsAfter(row, wanted)) })
  for (const other of [displaced, promoted]) if (other) await recordMark(context, other)
  return { addressId: row.addressId, version: row.version + 1 }
}

/**
 * Adds an address, or changes one (docs/specification.md §7). Of each kind one is the default as long as there is any:
 * the first, until another takes the mark. Refuses REGION_UNKNOWN for what is no county (or city without any),
 * ADDRESS_LIMIT for a 201st, NOT_FOUND and VERSION_CONFLICT for one that is gone or was changed meanwhile.
 */
export async function saveAddress(context: CallContext, input: AddressInput) {
  const { addressId, version, ...given } = input
  if (!isLeaf(given.regionCode)) refuse('REGION_UNKNOWN', {}, { field: 'regionCode' })
  const content = { ...given, regionName: regionName(given.regionCode) }
  await lockMerchant(context.tx)
  return addressId === undefined
    ? createAddress(context, content)
    : editAddress(context, content, { addressId, version })
}

/** Removes an address; the newest one left of its kind becomes the default in its place. Refuses NOT_FOUND. */
export async function removeAddress(context: CallContext, addressId: string): Promise<void> {
  const { tx, actor, now, audit } = context
  await lockMerchant(tx)
  const row = (await findAddress(tx, addressId)) ?? refuse('NOT_FOUND')
  await deleteAddress(tx, row.addressId)
  const promoted = row.isDefault ? await makeNewestDefault(tx, row.kind, now) : null
  await recordEdit(tx, { subject: 'address', subjectId: row.addressId }, { actor, now }, 'delete', '删除地址')
  audit({ ...subjectOf(row.addressId, row), before: factsOf(row), after: null })
  if (promoted) await recordMark(context, promoted)
}
