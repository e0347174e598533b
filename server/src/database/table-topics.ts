import type { LiveTopic } from '@huanji/contract/live'
import type { Tables } from './tables.ts'

/**
 * What has changed for a merchant's people when rows of a table were written. A table without topics shows on no screen
 * by itself: it is bookkeeping, belongs to no merchant, or is written beside another that has one.
 */
const TABLE_TOPICS: Readonly<Record<keyof Tables, readonly LiveTopic[]>> = {
  accountFlow: ['bill'],
  address: ['address'],
  auctionBid: ['listing', 'order'],
  auctionEntry: ['listing'],
  batch: ['inspection'],
  batchVersion: ['inspection'],
  bill: ['bill'],
  billCheck: ['reconciliation'],
  billFinding: ['reconciliation'],
  apiKey: ['apiKey'],
  apiKeyUsage: ['apiKey'],
  dailyFigure: ['figure'],
  costImport: ['cost'],
  costImportRow: [],
  desiredState: ['listing', 'order', 'refund'],
  employee: ['people'],
  employeeRole: ['people'],
  exportTask: ['export'],
  inspection: ['inspection', 'badge'],
  listing: ['listing'],
  listingSku: ['listing'],
  listingUnit: ['listing'],
  notice: ['notice'],
  noticePerson: ['notice'],
  noticeRead: ['notice'],
  phoneDirectory: ['people'],
  merchantStart: ['start'],
  modelMapping: [],
  photo: ['photo', 'inspection'],
  photoLink: ['photo'],
  refund: ['refund', 'badge'],
  refundApproval: ['refund'],
  refundPhoto: ['refund'],
  refundUnit: ['refund'],
  role: ['people'],
  savedView: ['view'],
  saleOrder: ['order', 'badge'],
  saleOrderAuction: ['order'],
  saleOrderLine: ['order'],
  saleOrderUnit: ['order'],
  sealBag: ['inspection'],
  sealBagRecord: ['inspection'],
  shopAccount: ['shop'],
  shopRepost: ['shop'],
  shopRepostRun: [],
  stockImport: ['stockImport'],
  stockImportRow: ['stockImport'],
  task: ['task'],
  taskRow: ['task'],
  // what a phone cost is in the margin of its order
  unit: ['inspection', 'order'],
  unitCode: ['inspection'],
  webhookDelivery: ['webhook'],
  webhookEndpoint: ['webhook'],

  // written beside what it tells of
  history: [],
  searchEntry: [],
  searchPart: [],
  settlement: [],
  settlementImport: [],
  settlementLine: [],
  shopConsent: [],
  shopDirectory: [],
  stockHeads: [],
  // a log is read as it was when it was asked for
  auditHead: [],
  auditLog: [],
  // bookkeeping
  counter: [],
  figureMark: [],
  figureUpkeep: [],
  idempotencyRecord: [],
  inbox: [],
  marketplaceWatermark: [],
  noticeSms: [],
  outbox: [],
  photoUpload: [],
  rateBucket: [],
  scheduleLock: [],
  // what is suggested for the next phone, asked when it is scanned
  tacModel: [],
  tacModelTotal: [],
  tacSku: [],
  // of no merchant, or before anyone is signed in
  account: [],
  auctionSession: [],
  imageCaptcha: [],
  installation: [],
  loginAttempt: [],
  loginPlace: [],
  loginTicket: [],
  merchant: ['people'],
  sellerDirectory: [],
  sellerNumber: [],
  smsCode: [],
  smsOutbox: [],
  smsQuota: [],
  // last use is written here every minute; that they end is told by those who end them
  session: [],
}

const sqlName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const BY_SQL_NAME = new Map(Object.entries(TABLE_TOPICS).map(([name, topics]) => [sqlName(name), topics]))

/** Each table that a statement writes, also in its `with` part; `for update` and `do update` name none. */
const WRITES = /\b(?:insert into|update|delete from) "?(\w+)"?/g

/** The topics of the tables that a statement's text writes. */
export function topicsWritten(text: string): LiveTopic[] {
  return [...text.matchAll(WRITES)].flatMap(([, table = '']) => BY_SQL_NAME.get(table) ?? [])
}
