import type { Topic } from '../topic.ts'
import { account } from './account.ts'
import { address } from './address.ts'
import { apiKey } from './api-key.ts'
import { bagRoll } from './bag-roll.ts'
import { batch } from './batch.ts'
import { bill } from './bill.ts'
import { billMonth } from './bill-month.ts'
import { bindShop } from './bind-shop.ts'
import { closeOrder } from './close-order.ts'
import { exportList } from './export-list.ts'
import { handOver } from './hand-over.ts'
import { inspect } from './inspect.ts'
import { keyboard } from './keyboard.ts'
import { merchantProfile } from './merchant-profile.ts'
import { phoneLife } from './phone-life.ts'
import { photos } from './photos.ts'
import { pick } from './pick.ts'
import { publishAuction } from './publish-auction.ts'
import { publishCurated } from './publish-curated.ts'
import { reconcile } from './reconcile.ts'
import { refund } from './refund.ts'
import { reprice } from './reprice.ts'
import { returnParcel } from './return-parcel.ts'
import { role } from './role.ts'
import { scanner } from './scanner.ts'
import { seal } from './seal.ts'
import { ship } from './ship.ts'
import { shipMany } from './ship-many.ts'
import { staff } from './staff.ts'
import { stockImport } from './stock-import.ts'
import { verdict } from './verdict.ts'
import { webhook } from './webhook.ts'
import { words } from './words.ts'

/** Every topic, in the handbook's order. */
export const TOPICS: readonly Topic[] = [
  bindShop,
  address,
  merchantProfile,
  bagRoll,
  stockImport,
  inspect,
  photos,
  seal,
  batch,
  publishAuction,
  publishCurated,
  reprice,
  ship,
  pick,
  shipMany,
  closeOrder,
  refund,
  returnParcel,
  verdict,
  bill,
  reconcile,
  billMonth,
  exportList,
  staff,
  handOver,
  role,
  account,
  apiKey,
  webhook,
  phoneLife,
  scanner,
  keyboard,
  words,
]

/** What `?topic=` names beside the topics: 更新说明. */
export const NEWS_KEY = 'news'

/** The topic of a key; undefined where there is none. */
export const topicOf = (key: string): Topic | undefined => TOPICS.find((topic) => topic.key === key)
