import type { ByDatabase, ColumnTypes, Defaulted, Json, List, Moment } from './column-types.ts'

/** Every table after the last migration, made from the migrations by `npm run generate`. */
export interface Tables {
  account: AccountTable
  accountFlow: AccountFlowTable
  address: AddressTable
  apiKey: ApiKeyTable
  apiKeyUsage: ApiKeyUsageTable
  auctionBid: AuctionBidTable
  auctionEntry: AuctionEntryTable
  auctionSession: AuctionSessionTable
  auditHead: AuditHeadTable
  auditLog: AuditLogTable
  batch: BatchTable
  batchVersion: BatchVersionTable
  bill: BillTable
  billCheck: BillCheckTable
  billFinding: BillFindingTable
  catalogueModel: CatalogueModelTable
  cataloguePart: CataloguePartTable
  catalogueVersion: CatalogueVersionTable
  costImport: CostImportTable
  costImportRow: CostImportRowTable
  counter: CounterTable
  dailyFigure: DailyFigureTable
  desiredState: DesiredStateTable
  employee: EmployeeTable
  employeeRole: EmployeeRoleTable
  exportTask: ExportTaskTable
  figureMark: FigureMarkTable
  figureUpkeep: FigureUpkeepTable
  history: HistoryTable
  idempotencyRecord: IdempotencyRecordTable
  imageCaptcha: ImageCaptchaTable
  inbox: InboxTable
  inspection: InspectionTable
  installation: InstallationTable
  listing: ListingTable
  listingSku: ListingSkuTable
  listingUnit: ListingUnitTable
  loginAttempt: LoginAttemptTable
  loginPlace: LoginPlaceTable
  loginTicket: LoginTicketTable
  marketplaceWatermark: MarketplaceWatermarkTable
  merchant: MerchantTable
  merchantStart: MerchantStartTable
  modelMapping: ModelMappingTable
  notice: NoticeTable
  noticePerson: NoticePersonTable
  noticeRead: NoticeReadTable
  noticeSms: NoticeSmsTable
  outbox: OutboxTable
  ownModel: OwnModelTable
  phoneDirectory: PhoneDirectoryTable
  photo: PhotoTable
  photoLink: PhotoLinkTable
  photoUpload: PhotoUploadTable
  rateBucket: RateBucketTable
  refund: RefundTable
  refundApproval: RefundApprovalTable
  refundPhoto: RefundPhotoTable
  refundUnit: RefundUnitTable
  role: RoleTable
  saleOrder: SaleOrderTable
  saleOrderAuction: SaleOrderAuctionTable
  saleOrderLine: SaleOrderLineTable
  saleOrderUnit: SaleOrderUnitTable
  savedView: SavedViewTable
  scheduleLock: ScheduleLockTable
  sealBag: SealBagTable
  sealBagRecord: SealBagRecordTable
  searchEntry: SearchEntryTable
  searchPart: SearchPartTable
  sellerDirectory: SellerDirectoryTable
  sellerNumber: SellerNumberTable
  session: SessionTable
  settlement: SettlementTable
  settlementImport: SettlementImportTable
  settlementLine: SettlementLineTable
  shopAccount: ShopAccountTable
  shopConsent: ShopConsentTable
  shopDirectory: ShopDirectoryTable
  shopRepost: ShopRepostTable
  shopRepostRun: ShopRepostRunTable
  smsCode: SmsCodeTable
  smsOutbox: SmsOutboxTable
  smsQuota: SmsQuotaTable
  stockHeads: StockHeadsTable
  stockImport: StockImportTable
  stockImportRow: StockImportRowTable
  tacModel: TacModelTable
  tacModelTotal: TacModelTotalTable
  tacSku: TacSkuTable
  task: TaskTable
  taskRow: TaskRowTable
  unit: UnitTable
  unitCode: UnitCodeTable
  webhookDelivery: WebhookDeliveryTable
  webhookEndpoint: WebhookEndpointTable
}

export interface AccountTable {
  phone: string
  passwordHash: string | null
  passwordSetAt: Moment | null
  createdAt: Moment
}

export interface AccountFlowTable {
  merchantId: string
  id: string
  flowNo: string
  type: ColumnTypes['accountFlow.type']
  direction: 'in' | 'out'
  amountFen: number
  balanceAfterFen: number
  frozenAfterFen: number
  shopAccountId: string
  orderNo: Defaulted<string>
  refundNo: Defaulted<string>
  settlementNo: Defaulted<string>
  remark: Defaulted<string>
  occurredAt: Moment
  createdAt: Moment
}

export interface AddressTable {
  merchantId: string
  id: string
  kind: 'ship' | 'return'
  contactName: string
  contactPhone: string
  regionCode: string
  regionName: string
  detail: string
  isDefault: boolean
  version: Defaulted<number>
  createdAt: Moment
  updatedAt: Moment
}

export interface ApiKeyTable {
  merchantId: string
  id: string
  name: string
  hint: string
  secretHash: Buffer
  grants: List<string>
  ratePerMinute: number
  places: List<string>
  expiresAt: Moment | null
  createdBy: string
  createdAt: Moment
  updatedAt: Moment
  version: Defaulted<number>
  lastUsedAt: Moment | null
  lastUsedIp: Defaulted<string>
  revokedAt: Moment | null
}

export interface ApiKeyUsageTable {
  merchantId: string
  keyId: string
  day: string
  calls: number
  refused: number
}

export interface AuctionBidTable {
  merchantId: string
  entryId: string
  sequence: number
  at: Moment
  bidder: string
  amountFen: number
  round: string
  kind: string
  result: string
}

export interface AuctionEntryTable {
  merchantId: string
  id: string
  listingId: string
  state: ColumnTypes['auctionEntry.state']
  remoteEntryId: Defaulted<string>
  scheduleDate: string
  scheduleNumber: string
  mode: ColumnTypes['auctionEntry.mode']
  cutOffAt: Moment
  startsAt: Moment
  endsAt: Moment
  startPriceFen: number
  reservePriceFen: number
  bidCount: Defaulted<number>
  bidderCount: Defaulted<number>
  extensionCount: Defaulted<number>
  highestBidFen: number | null
  remoteModifiedAt: Moment | null
  createdAt: Moment
  updatedAt: Moment
  offerExpiresAt: Moment | null
}

export interface AuctionSessionTable {
  scheduleDate: string
  scheduleNumber: string
  mode: 'sealed' | 'open'
  cutOffAt: Moment
  startsAt: Moment
  endsAt: Moment
  refreshedAt: Moment
}

export interface AuditHeadTable {
  merchantId: string
  sequence: number
  hash: Buffer
}

export interface AuditLogTable {
  merchantId: string
  sequence: number
  at: Moment
  employeeId: string | null
  who: string
  ip: string
  userAgent: string
  action: string
  actionLabel: string
  subject: string
  subjectId: string
  subjectLabel: string
  before: Json<ColumnTypes['auditLog.before']> | null
  after: Json<ColumnTypes['auditLog.after']> | null
  requestId: string
  hash: Buffer
}

export interface BatchTable {
  merchantId: string
  id: string
  batchNo: string
  channel: 'auction' | 'curated'
  modelId: string
  modelName: string
  sku: Json<ColumnTypes['batch.sku']>
  skuText: string
  grade: ColumnTypes['batch.grade']
  repairFlag: ColumnTypes['batch.repairFlag']
  batchVersion: number
  sampleInspectionId: string | null
  shopAccountId: string | null
  remark: Defaulted<string>
  createdBy: string
  version: Defaulted<number>
  editedBy: string
  editedAt: Moment
  createdAt: Moment
  updatedAt: Moment
}

export interface BatchVersionTable {
  merchantId: string
  batchId: string
  number: number
  templateId: string
  templateVersion: string
  answers: Json<ColumnTypes['batchVersion.answers']>
  report: Json<unknown>
  systemGrade: ColumnTypes['batchVersion.systemGrade']
  grade: ColumnTypes['batchVersion.grade']
  overrideReason: Defaulted<string>
  repairFlag: ColumnTypes['batchVersion.repairFlag']
  frozenAt: Moment | null
  createdBy: string
  createdAt: Moment
}

export interface BillTable {
  merchantId: string
  id: string
  billNo: string
  type: ColumnTypes['bill.type']
  direction: 'in' | 'out'
  state: ColumnTypes['bill.state']
  channel: 'auction' | 'curated' | null
  orderId: string | null
  orderNo: Defaulted<string>
  shopAccountId: string
  title: Defaulted<string>
  imei: Defaulted<string>
  dealPriceFen: number | null
  amountFen: number
  formula: string
  source: 'order' | 'settlement' | 'flow' | 'manual'
  sourceId: string
  settlementNo: Defaulted<string>
  occurredAt: Moment
  settledAt: Moment | null
  remark: Defaulted<string>
  createdAt: Moment
  refundNo: Defaulted<string>
  madeBy: string | null
  updatedAt: Defaulted<Moment>
}

export interface BillCheckTable {
  merchantId: string
  id: string
  scope: 'all' | 'recent' | 'file'
  state: ColumnTypes['billCheck.state']
  phase: ColumnTypes['billCheck.phase']
  cursor: Defaulted<string>
  since: Moment | null
  importId: string | null
  checked: Defaulted<number>
  found: Defaulted<number>
  resolved: Defaulted<number>
  requestedBy: Defaulted<string>
  problem: Defaulted<string>
  createdAt: Moment
  finishedAt: Moment | null
}

export interface BillFindingTable {
  merchantId: string
  id: string
  kind: ColumnTypes['billFinding.kind']
  state: ColumnTypes['billFinding.state']
  subject: string
  orderId: string | null
  orderNo: Defaulted<string>
  channel: 'auction' | 'curated' | null
  shopAccountId: string | null
  expectedFen: number
  actualFen: number
  detail: string
  isMissing: Defaulted<boolean>
  isBookable: Defaulted<boolean>
  note: Defaulted<string>
  decidedBy: Defaulted<string>
  askedAt: Moment | null
  foundAt: Moment
  checkedAt: Moment
  version: Defaulted<number>
  theirsFen: number | null
  oursFen: number | null
  decidedWay: Defaulted<ColumnTypes['billFinding.decidedWay']>
  outcome: Defaulted<string>
}

export interface CatalogueModelTable {
  id: string
  position: number
  cells: Json<ColumnTypes['catalogueModel.cells']>
  origin: 'release' | 'operator'
}

export interface CataloguePartTable {
  position: number
  part: string
  modelId: string
  storage: string
  colour: string
  region: string | null
  level: ColumnTypes['cataloguePart.level']
}

export interface CatalogueVersionTable {
  one: Defaulted<boolean>
  version: string
  hash: string
  loadedAt: Moment
}

export interface CostImportTable {
  merchantId: string
  id: string
  name: string
  unitCount: number
  importedBy: string
  importedAt: Moment
  undoneBy: string | null
  undoneAt: Moment | null
}

export interface CostImportRowTable {
  merchantId: string
  importId: string
  unitId: string
  beforeFen: number | null
  afterFen: number
}

export interface CounterTable {
  merchantId: string
  name: string
  value: number
}

export interface DailyFigureTable {
  merchantId: string
  kind: ColumnTypes['dailyFigure.kind']
  shopAccountId: string
  day: string
  channel: 'auction' | 'curated'
  part: Defaulted<string>
  orders: Defaulted<number>
  units: Defaulted<number>
  salesFen: Defaulted<number>
  refundedOrders: Defaulted<number>
  closedOrders: Defaulted<number>
  stockUnits: Defaulted<number>
  stockSeconds: Defaulted<number>
  pricedUnits: Defaulted<number>
  pricedFen: Defaulted<number>
  referenceFen: Defaulted<number>
  costedUnits: Defaulted<number>
  marginFen: Defaulted<number>
  netFen: Defaulted<number>
  shippedUnits: Defaulted<number>
  cases: Defaulted<number>
  reports: Defaulted<number>
  singleReports: Defaulted<number>
  offered: Defaulted<number>
  sold: Defaulted<number>
}

export interface DesiredStateTable {
  merchantId: string
  subject: 'listing' | 'shipment' | 'order_price' | 'order_close' | 'refund'
  subjectId: string
  generation: number
  desired: Json<unknown>
  state: 'pending' | 'settled' | 'refused'
  problem: Defaulted<string>
  requestedBy: string | null
  requestedAt: Moment
  settledAt: Moment | null
  isGivenUp: Defaulted<boolean>
}

export interface EmployeeTable {
  merchantId: string
  id: string
  phone: string
  name: string
  status: 'active' | 'disabled'
  isOwner: boolean
  version: Defaulted<number>
  createdAt: Moment
  updatedAt: Moment
  lastSignInAt: Moment | null
  deletedAt: Moment | null
  shopIds: List<string> | null
  shopsSince: Moment | null
}

export interface EmployeeRoleTable {
  merchantId: string
  employeeId: string
  roleId: string
}

export interface ExportTaskTable {
  merchantId: string
  id: string
  kind: string
  format: 'xlsx' | 'csv'
  filter: Json<ColumnTypes['exportTask.filter']>
  filterText: string
  columns: List<string>
  employeeId: string
  requestedBy: string
  sessionId: string
  state: 'queued' | 'running' | 'ready' | 'failed' | 'cancelled' | 'expired'
  rowsDone: Defaulted<number>
  rowsTotal: number | null
  bytes: Defaulted<number>
  cursor: Json<ColumnTypes['exportTask.cursor']> | null
  parts: Defaulted<Json<ColumnTypes['exportTask.parts']>>
  run: Defaulted<number>
  problem: Defaulted<string>
  createdAt: Moment
  startedAt: Moment | null
  finishedAt: Moment | null
  expiresAt: Moment | null
  seenAt: Moment | null
}

export interface FigureMarkTable {
  merchantId: string
  id: string
  day: string
}

export interface FigureUpkeepTable {
  merchantId: string
  countedAt: Moment | null
}

export interface HistoryTable {
  merchantId: string
  subject: string
  subjectId: string
  at: Moment
  sequence: ByDatabase<number>
  employeeId: string | null
  who: string
  action: string
  actionLabel: string
  fromState: string | null
  toState: string | null
  note: Defaulted<string>
  changes: Defaulted<Json<ColumnTypes['history.changes']>>
}

export interface IdempotencyRecordTable {
  merchantId: string
  employeeId: string
  path: string
  key: string
  bodyHash: string
  answer: string | null
  createdAt: Moment
}

export interface ImageCaptchaTable {
  id: string
  answerHash: Buffer
  expiresAt: Moment
}

export interface InboxTable {
  id: string
  route: 'push' | 'callback'
  dedupKey: string
  body: string
  state: 'pending' | 'delivered' | 'dead' | 'discarded'
  attempts: number
  dueAt: Moment
  leasedUntil: Moment | null
  lastError: string | null
  receivedAt: Moment
  finishedAt: Moment | null
}

export interface InspectionTable {
  merchantId: string
  id: string
  inspectionNo: string
  unitId: string
  channel: 'auction' | 'curated'
  state: ColumnTypes['inspection.state']
  templateId: string
  templateVersion: string
  answers: Json<ColumnTypes['inspection.answers']>
  report: Json<unknown> | null
  systemGrade: ColumnTypes['inspection.systemGrade'] | null
  finalGrade: ColumnTypes['inspection.finalGrade'] | null
  overrideReason: Defaulted<string>
  repairFlag: ColumnTypes['inspection.repairFlag'] | null
  exceptionCount: Defaulted<number>
  remark: Defaulted<string>
  shopAccountId: string | null
  bagCode: string | null
  photoTaskId: string
  photoCount: Defaulted<number>
  coverKey: string | null
  reusedInspectionId: string | null
  inspectorId: string
  barCode: string
  imei: Defaulted<string>
  modelId: string
  modelName: string
  skuText: string
  version: Defaulted<number>
  editedBy: string
  editedAt: Moment
  firstListedAt: Moment | null
  createdAt: Moment
  updatedAt: Moment
  batchId: string | null
  batchVersion: number | null
  previousInspectionId: string | null
  reopenedAt: Moment | null
  stockedAt: Moment | null
  retakeAskedAt: Moment | null
  retakeAskedBy: string | null
  retakeReason: Defaulted<string>
}

export interface InstallationTable {
  isOnly: Defaulted<boolean>
  purpose: 'demo' | 'production'
  markedAt: Moment
}

export interface ListingTable {
  merchantId: string
  id: string
  channel: 'auction' | 'curated'
  state: ColumnTypes['listing.state']
  shopAccountId: string
  title: string
  description: string
  modelId: string
  modelName: string
  skuText: string
  grade: ColumnTypes['listing.grade'] | null
  stuffStatus: number | null
  coverKey: string | null
  unitCount: number
  imei: Defaulted<string>
  barCode: Defaulted<string>
  productId: Defaulted<string>
  itemId: Defaulted<string>
  failure: Defaulted<string>
  remoteModifiedAt: Moment | null
  entryId: string | null
  orderId: string | null
  createdBy: string
  version: Defaulted<number>
  createdAt: Moment
  updatedAt: Moment
  kind: Defaulted<ColumnTypes['listing.kind']>
  priceFen: number | null
  skuId: Defaulted<string>
  batchId: string | null
  batchVersion: number | null
  failureField: Defaulted<string>
  failureCode: Defaulted<string>
  photoOrder: Json<ColumnTypes['listing.photoOrder']> | null
  contentEdited: Defaulted<boolean>
  stockWish: Defaulted<number>
  stockKnown: Defaulted<number>
  stockProblem: Defaulted<string>
}

export interface ListingSkuTable {
  merchantId: string
  listingId: string
  skuId: string
  skuText: string
  priceFen: number
  shownStock: Defaulted<number>
  remoteSkuId: Defaulted<string>
  position: number
}

export interface ListingUnitTable {
  merchantId: string
  listingId: string
  unitId: string
  inspectionId: string
  holding: Defaulted<boolean>
  skuId: Defaulted<string>
}

export interface LoginAttemptTable {
  subject: string
  streak: number
  lastFailedAt: Moment
  failedAt: Defaulted<Json<ColumnTypes['loginAttempt.failedAt']>>
}

export interface LoginPlaceTable {
  phone: string
  place: string
  lastAt: Moment
}

export interface LoginTicketTable {
  secretHash: Buffer
  phone: string
  proof: Defaulted<'password' | 'code'>
  createdAt: Moment
  expiresAt: Moment
  isKept: Defaulted<boolean>
}

export interface MarketplaceWatermarkTable {
  merchantId: string
  name: string
  seenUntil: Moment
}

export interface MerchantTable {
  merchantId: string
  name: string
  sellerId: number
  version: Defaulted<number>
  createdAt: Moment
}

export interface MerchantStartTable {
  merchantId: string
  aloneAt: Moment | null
  putAwayAt: Moment | null
  decidedBy: string
}

export interface ModelMappingTable {
  merchantId: string
  modelId: string
  spuId: string
  spuName: string
  spuBrand: string
  chosenBy: string
  chosenAt: Moment
}

export interface NoticeTable {
  merchantId: string
  id: string
  sourceKey: string
  kind: ColumnTypes['notice.kind']
  channel: 'auction' | 'curated' | null
  employeeId: string | null
  subjectId: string | null
  label: string
  detail: Defaulted<string>
  dueAt: Moment | null
  groupKey: string
  at: Moment
}

export interface NoticePersonTable {
  merchantId: string
  employeeId: string
  readBefore: Moment | null
  choices: Defaulted<Json<ColumnTypes['noticePerson.choices']>>
  quietFrom: Defaulted<number>
  quietUntil: Defaulted<number>
  smsADay: Defaulted<number>
  smsSince: Moment | null
}

export interface NoticeReadTable {
  merchantId: string
  employeeId: string
  noticeId: string
}

export interface NoticeSmsTable {
  merchantId: string
  employeeId: string
  noticeId: string
  sentAt: Moment
}

export interface OutboxTable {
  merchantId: string
  id: string
  queue: Defaulted<'standard' | 'long' | 'bulk'>
  aggregate: string
  sequence: ByDatabase<number>
  kind: string
  payload: Json<unknown>
  state: 'pending' | 'delivered' | 'dead' | 'discarded'
  attempts: number
  dueAt: Moment
  leasedUntil: Moment | null
  lastError: string | null
  createdAt: Moment
  finishedAt: Moment | null
}

export interface OwnModelTable {
  merchantId: string
  id: string
  brand: string
  name: string
  numbers: List<string>
  storages: List<string>
  colours: List<string>
  likeModelId: string
  version: Defaulted<number>
  createdBy: string
  createdAt: Moment
  changedAt: Moment
  mergedInto: string | null
  mergedAt: Moment | null
}

export interface PhoneDirectoryTable {
  phone: string
  merchantId: string
  employeeId: string
  employeeName: string
  merchantName: string
  isActive: boolean
  isFounder: boolean
  passwordWantedSince: Moment | null
  addedAt: Moment | null
  lastSignInAt: Moment | null
}

export interface PhotoTable {
  merchantId: string
  id: string
  inspectionId: string
  kind: 'real' | 'defect'
  position: string | null
  itemCode: string | null
  optionCode: string | null
  remark: Defaulted<string>
  internal: Defaulted<boolean>
  fullKey: string
  thumbKey: string
  width: number
  height: number
  sizeBytes: number
  sha256: string
  reusedFromNo: string | null
  takenBy: string
  takenAt: Moment
  removedAt: Moment | null
  marks: Defaulted<Json<ColumnTypes['photo.marks']>>
  removedBy: string | null
}

export interface PhotoLinkTable {
  merchantId: string
  id: string
  inspectionId: string
  createdBy: string
  createdAt: Moment
  expiresAt: Moment
  revokedAt: Moment | null
  lastUsedAt: Moment | null
}

export interface PhotoUploadTable {
  merchantId: string
  id: string
  inspectionId: string | null
  storageKey: string
  contentType: string
  sizeBytes: number
  expiresAt: Moment
  savedAt: Moment | null
  createdBy: string
  createdAt: Moment
  refundId: string | null
}

export interface RateBucketTable {
  subject: string
  tokens: number
  at: Moment
}

export interface RefundTable {
  merchantId: string
  id: string
  refundNo: string
  orderId: string
  orderNo: string
  channel: 'auction' | 'curated'
  shopAccountId: string
  kind: 'refundOnly' | 'returnAndRefund' | 'exchange' | 'priceDifference' | 'resend'
  state: ColumnTypes['refund.state']
  goodsStatus: 'notShipped' | 'notReceived' | 'received'
  verdict: 'judging' | 'awaitingSeller' | 'decided' | null
  keepPlanFen: number | null
  returnPlanFen: number | null
  decidedPlan: 'keep' | 'return' | null
  reasonCode: string
  reason: string
  reasonDetail: Defaulted<string>
  description: Defaulted<string>
  amountFen: number
  orderAmountFen: number | null
  refuseReason: Defaulted<string>
  refuseExplanation: Defaulted<string>
  returnCarrierCode: Defaulted<string>
  returnWaybill: Defaulted<string>
  resendCarrierCode: Defaulted<string>
  resendWaybill: Defaulted<string>
  refusedCarrierCode: Defaulted<string>
  refusedWaybill: Defaulted<string>
  replacementUnitId: string | null
  openedAt: Moment
  deadlineAt: Moment | null
  endedAt: Moment | null
  remoteUpdatedAt: Moment
  title: string
  coverKey: string | null
  modelId: Defaulted<string>
  modelName: Defaulted<string>
  skuText: Defaulted<string>
  grade: ColumnTypes['refund.grade'] | null
  imei: Defaulted<string>
  barCode: Defaulted<string>
  buyerNick: Defaulted<string>
  remark: Defaulted<string>
  version: Defaulted<number>
  createdAt: Moment
  updatedAt: Moment
  claimedReportNo: Defaulted<string>
}

export interface RefundApprovalTable {
  merchantId: string
  id: string
  refundId: string
  action: 'agree' | 'confirm' | 'takePlan'
  desired: Json<unknown>
  amountFen: number
  requestedBy: string
  requestedAt: Moment
  requestNote: Defaulted<string>
  decision: 'approved' | 'declined' | 'withdrawn' | null
  decidedBy: string | null
  decidedAt: Moment | null
  decisionNote: Defaulted<string>
}

export interface RefundPhotoTable {
  merchantId: string
  id: string
  refundId: string
  purpose: 'evidence' | 'refusal' | 'recheck'
  sourceUrl: Defaulted<string>
  position: number
  fullKey: string | null
  thumbKey: string | null
  width: number | null
  height: number | null
  sizeBytes: number | null
  problem: Defaulted<string>
  takenBy: string | null
  takenAt: Moment
}

export interface RefundUnitTable {
  merchantId: string
  refundId: string
  unitId: string
  receivedAt: Moment
  receivedBy: string
  receivedCode: string
  isSamePhone: boolean
  bagCode: Defaulted<string>
  isSameBag: boolean
  outcomes: ColumnTypes['refundUnit.outcomes'] | null
  answers: Json<ColumnTypes['refundUnit.answers']> | null
  differences: Json<ColumnTypes['refundUnit.differences']> | null
  recheckNote: Defaulted<string>
  recheckedAt: Moment | null
  recheckedBy: string | null
  newUnitId: string | null
}

export interface RoleTable {
  merchantId: string
  id: string
  name: string
  preset: string | null
  grants: List<string> | null
  refundLimitFen: number | null
  version: Defaulted<number>
  createdAt: Moment
  updatedAt: Moment
}

export interface SaleOrderTable {
  merchantId: string
  id: string
  channel: 'auction' | 'curated'
  orderNo: string
  state: ColumnTypes['saleOrder.state']
  inRefund: Defaulted<boolean>
  refundStatus: Defaulted<number>
  shopAccountId: string
  listingId: string | null
  title: string
  coverKey: string | null
  modelId: Defaulted<string>
  modelName: Defaulted<string>
  skuText: Defaulted<string>
  grade: ColumnTypes['saleOrder.grade'] | null
  unitCount: number
  imei: Defaulted<string>
  barCode: Defaulted<string>
  bagCode: string | null
  dealPriceFen: number
  paidFen: number | null
  freightFen: Defaulted<number>
  serviceFeeFen: number | null
  buyerId: Defaulted<string>
  buyerNick: Defaulted<string>
  receiverName: Defaulted<string>
  receiverPhone: Defaulted<string>
  receiverRegion: Defaulted<string>
  receiverDetail: Defaulted<string>
  orderedAt: Moment
  paidAt: Moment | null
  shippedAt: Moment | null
  completedAt: Moment | null
  closedAt: Moment | null
  deadlineAt: Moment | null
  carrierCode: Defaulted<string>
  waybill: Defaulted<string>
  shipFrom: Defaulted<string>
  shipAddressId: string | null
  closeReason: Defaulted<string>
  remark: Defaulted<string>
  remoteUpdatedAt: Moment
  version: Defaulted<number>
  createdAt: Moment
  updatedAt: Moment
  originalPriceFen: number | null
  pickedCount: number | null
  isShort: Defaulted<boolean>
  isBilled: Defaulted<boolean>
}

export interface SaleOrderAuctionTable {
  merchantId: string
  orderId: string
  entryId: string | null
  scheduleDate: string | null
  scheduleNumber: Defaulted<string>
  mode: ColumnTypes['saleOrderAuction.mode'] | null
  startPriceFen: number | null
  buyerFeeFen: number | null
  prepayFen: number | null
  finalPayFen: number | null
}

export interface SaleOrderLineTable {
  merchantId: string
  orderId: string
  lineNo: number
  listingId: string | null
  skuText: Defaulted<string>
  quantity: number
  unitPriceFen: number | null
  amountFen: number
  skuId: Defaulted<string>
  grade: ColumnTypes['saleOrderLine.grade'] | null
  picked: Defaulted<number>
}

export interface SaleOrderUnitTable {
  merchantId: string
  orderId: string
  unitId: string
  lineNo: number
  inspectionId: string
  barCode: string
  imei: Defaulted<string>
  bagCode: string | null
  dealPriceFen: number | null
  dispatchState: 'pending' | 'checked' | 'shipped' | 'returned'
  holding: Defaulted<boolean>
}

export interface SavedViewTable {
  merchantId: string
  id: string
  employeeId: string
  listKey: string
  name: string
  query: string
  columns: string
  isShared: boolean
  version: Defaulted<number>
  createdAt: Moment
  updatedAt: Moment
}

export interface ScheduleLockTable {
  name: string
  dueAt: Moment
  owner: string | null
  leasedUntil: Moment | null
}

export interface SealBagTable {
  merchantId: string
  id: string
  bagCode: string
  state: ColumnTypes['sealBag.state']
  unitId: string | null
  inspectionId: string | null
  registeredAt: Moment
  updatedAt: Moment
  bagCodeEnd: ByDatabase<string>
}

export interface SealBagRecordTable {
  merchantId: string
  id: string
  bagCode: string
  action: ColumnTypes['sealBagRecord.action']
  state: ColumnTypes['sealBagRecord.state']
  unitId: string | null
  inspectionId: string | null
  orderId: string | null
  orderNo: Defaulted<string>
  imei: Defaulted<string>
  barCode: Defaulted<string>
  modelName: Defaulted<string>
  skuText: Defaulted<string>
  inspectionNo: Defaulted<string>
  shopAccountId: string | null
  note: Defaulted<string>
  employeeId: string | null
  at: Moment
}

export interface SearchEntryTable {
  merchantId: string
  list: string
  term: string
  state: string
  at: Moment
  subjectId: string
}

export interface SearchPartTable {
  merchantId: string
  thing: string
  part: string
  term: string
}

export interface SellerDirectoryTable {
  sellerId: number
  merchantId: string
}

export interface SellerNumberTable {
  onlyRow: Defaulted<boolean>
  nextNumber: number
}

export interface SessionTable {
  merchantId: string
  id: string
  employeeId: string
  secretHash: Buffer
  createdAt: Moment
  lastSeenAt: Moment
  expiresAt: Moment
  endedAt: Moment | null
  endReason: string | null
  proof: Defaulted<'password' | 'code'>
  ip: string
  userAgent: string
  isKept: Defaulted<boolean>
  provedAt: Moment | null
}

export interface SettlementTable {
  merchantId: string
  settlementNo: string
  orderId: string | null
  netFen: number
  settledAt: Moment
  orderNo: Defaulted<string>
  refundNo: Defaulted<string>
  remark: Defaulted<string>
  lines: Defaulted<Json<ColumnTypes['settlement.lines']>>
}

export interface SettlementImportTable {
  merchantId: string
  id: string
  fileName: string
  shopAccountId: string
  lineCount: number
  newCount: number
  listsFrom: Moment | null
  listsTo: Moment | null
  importedBy: string
  createdAt: Moment
  isCompared: Defaulted<boolean>
}

export interface SettlementLineTable {
  merchantId: string
  id: string
  importId: string
  number: string
  item: ColumnTypes['settlementLine.item']
  direction: 'in' | 'out'
  amountFen: number
  shopAccountId: string
  channel: 'auction' | 'curated' | null
  orderNo: Defaulted<string>
  remark: Defaulted<string>
  occurredAt: Moment
  isWhole: boolean
}

export interface ShopAccountTable {
  merchantId: string
  id: string
  authorizeId: number
  userIdentity: string
  userName: string
  nick: string
  shopName: string
  authorisedUntil: Moment | null
  isValid: boolean
  isPro: boolean
  depositEnough: boolean
  depositFen: number | null
  itemBizTypes: List<number>
  remark: Defaulted<string>
  enabled: Defaulted<boolean>
  version: Defaulted<number>
  createdAt: Moment
  refreshedAt: Moment
  channels: Defaulted<ColumnTypes['shopAccount.channels']>
  unboundAt: Moment | null
  deletedAt: Moment | null
}

export interface ShopConsentTable {
  merchantId: string
  id: string
  secretHash: Buffer
  employeeId: string
  sessionId: string
  shopAccountId: string | null
  createdAt: Moment
  expiresAt: Moment
  usedAt: Moment | null
}

export interface ShopDirectoryTable {
  userIdentity: string
  merchantId: string
}

export interface ShopRepostTable {
  merchantId: string
  shopAccountId: string
  enabled: boolean
  maxTimes: number
  stepPercent: number
  floorPercent: number
  sessionNumbers: List<string>
  version: Defaulted<number>
  setBy: string
  setAt: Moment
  mayLose: Defaulted<boolean>
}

export interface ShopRepostRunTable {
  merchantId: string
  listingId: string
  shopAccountId: string
  times: number
  firstStartPriceFen: number
  firstReservePriceFen: number
  entryId: string | null
  stoppedEntryId: string | null
  problem: Defaulted<string>
  lastAt: Moment
}

export interface SmsCodeTable {
  id: string
  phone: string
  scene: 'login' | 'signUp' | 'resetPassword' | 'updatePassword' | 'confirmSelf' | 'changePhone'
  codeHash: Buffer
  tries: Defaulted<number>
  usedAt: Moment | null
  sentAt: Moment
  expiresAt: Moment
}

export interface SmsOutboxTable {
  id: string
  phone: string
  sealedText: Buffer | null
  state: 'pending' | 'delivered' | 'dropped'
  attempts: Defaulted<number>
  dueAt: Moment
  expiresAt: Moment
  createdAt: Moment
  deliveredAt: Moment | null
}

export interface SmsQuotaTable {
  subject: string
  day: string
  sentCount: Defaulted<number>
  lastSentAt: Moment | null
}

export interface StockHeadsTable {
  merchantId: string
  digest: string
  fields: Json<ColumnTypes['stockHeads.fields']>
  chosenBy: string
  chosenAt: Moment
}

export interface StockImportTable {
  merchantId: string
  id: string
  name: string
  channel: 'auction' | 'curated'
  state: ColumnTypes['stockImport.state']
  total: number
  madeCount: Defaulted<number>
  updatedCount: Defaulted<number>
  sameCount: Defaulted<number>
  refusedCount: number
  skippedCount: Defaulted<number>
  undoneCount: Defaulted<number>
  keptCount: Defaulted<number>
  problem: Defaulted<string>
  importedBy: string
  sessionId: string
  createdAt: Moment
  finishedAt: Moment | null
  undoneBy: string | null
  undoneAt: Moment | null
}

export interface StockImportRowTable {
  merchantId: string
  importId: string
  line: number
  result: 'waiting' | 'made' | 'updated' | 'same' | 'refused' | 'skipped' | 'undone' | 'kept'
  message: Defaulted<string>
  written: Json<ColumnTypes['stockImportRow.written']>
  modelId: string | null
  unitId: string | null
  inspectionId: string | null
  beforeFen: number | null
  afterFen: number | null
  isConfirmed: Defaulted<boolean>
}

export interface TacModelTable {
  merchantId: string
  tac: string
  modelId: string
  unitCount: number
}

export interface TacModelTotalTable {
  tac: string
  modelId: string
  merchantCount: number
  unitCount: number
}

export interface TacSkuTable {
  merchantId: string
  tac: string
  modelId: string
  regulatoryNo: string
  ram: string
  storage: string
  colour: string
  unitCount: number
}

export interface TaskTable {
  merchantId: string
  id: string
  employeeId: string
  sessionId: string
  ip: string
  userAgent: string
  requestId: string
  action: string
  filter: Json<ColumnTypes['task.filter']>
  input: Json<ColumnTypes['task.input']>
  state: 'running' | 'done' | 'cancelled'
  total: number
  totalIsCapped: boolean
  doneCount: Defaulted<number>
  failedCount: Defaulted<number>
  skippedCount: number
  problem: Defaulted<string>
  createdAt: Moment
  finishedAt: Moment | null
  expiresAt: Moment
  seenAt: Moment | null
}

export interface TaskRowTable {
  merchantId: string
  taskId: string
  position: number
  rowId: string
  label: string
  state: 'waiting' | 'done' | 'failed' | 'skipped'
  message: Defaulted<string>
}

export interface UnitTable {
  merchantId: string
  id: string
  barCode: string
  codeKind: 'imei' | 'meid' | 'sn'
  imei: Defaulted<string>
  imei2: Defaulted<string>
  meid: Defaulted<string>
  sn: Defaulted<string>
  modelId: string
  modelName: string
  sku: Json<ColumnTypes['unit.sku']>
  skuText: string
  previousUnitId: string | null
  createdAt: Moment
  learnedAs: Json<ColumnTypes['unit.learnedAs']> | null
  costPriceFen: number | null
  stockedAt: Moment | null
  imeiEnd: ByDatabase<string>
  imei2End: ByDatabase<string>
  barCodeEnd: ByDatabase<string>
}

export interface UnitCodeTable {
  merchantId: string
  kind: 'imei' | 'meid' | 'sn'
  code: string
  unitId: string
}

export interface WebhookDeliveryTable {
  merchantId: string
  id: string
  endpointId: string
  noticeId: string | null
  event: ColumnTypes['webhookDelivery.event']
  data: Json<ColumnTypes['webhookDelivery.data']>
  state: 'pending' | 'delivered' | 'failed' | 'dropped'
  attempts: Defaulted<number>
  dueAt: Moment
  status: number | null
  answer: Defaulted<string>
  tookMs: number | null
  createdAt: Moment
  finishedAt: Moment | null
}

export interface WebhookEndpointTable {
  merchantId: string
  id: string
  name: string
  url: string
  kinds: ColumnTypes['webhookEndpoint.kinds']
  state: 'enabled' | 'disabled' | 'stopped'
  reason: Defaulted<string>
  secret: Buffer
  previousSecret: Buffer | null
  previousUntil: Moment | null
  employeeId: string
  failingSince: Moment | null
  version: Defaulted<number>
  createdAt: Moment
  updatedAt: Moment
}
