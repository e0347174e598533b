import type { Download } from './gateway/downloads.ts'
import type { HandlerGroup, KeyAccess, SessionReader } from './gateway/handler.ts'
import type { PlainRoute } from './gateway/plain-routes.ts'
import type { PublicPage } from './gateway/public-pages.ts'
import type { PushHandler } from './integration/marketplace/push-receiver.ts'
import type { JobHandlers } from './jobs/job.ts'
import type { Schedule } from './jobs/schedules.ts'
import { addressGroup } from './modules/address/calls.ts'
import { apiKeyGroup } from './modules/api-key/calls.ts'
import { auditGroup } from './modules/audit/calls.ts'
import { authGroup } from './modules/auth/calls.ts'
import { authSchedules } from './modules/auth/jobs.ts'
import { authPlainRoutes } from './modules/auth/plain-routes.ts'
import { sessionGroup } from './modules/auth/session-calls.ts'
import { billGroups } from './modules/bill/calls.ts'
import { demoGroup } from './modules/demo-corner/calls.ts'
import { exportCalls } from './modules/export/calls.ts'
import { exportDownload } from './modules/export/download.ts'
import { exportJobs, exportSchedules } from './modules/export/jobs.ts'
import { overviewGroup } from './modules/figure/calls.ts'
import { figureSchedules } from './modules/figure/jobs.ts'
import { homeGroup } from './modules/home/calls.ts'
import { firstStepsGroup } from './modules/home/first-steps.ts'
import { batchGroups } from './modules/inspection/batch/calls.ts'
import { detRecordGroup } from './modules/inspection/calls.ts'
import { detConfigGroup } from './modules/inspection/config-calls.ts'
import { photoGroups } from './modules/inspection/photo/calls.ts'
import { photoJobs } from './modules/inspection/photo/jobs.ts'
import { recordGroups } from './modules/inspection/record-calls.ts'
import { sealedBagGroups } from './modules/inspection/sealed-bag/calls.ts'
import { extAuctionCalls, extListingCalls, goodsCalls } from './modules/listing/calls.ts'
import { merchantGroup } from './modules/merchant/calls.ts'
import { modelMappingGroups } from './modules/model-mapping/calls.ts'
import { noticeCalls } from './modules/notice-centre/calls.ts'
import { noticeSchedules } from './modules/notice-centre/jobs.ts'
import { noticeJobs } from './modules/notice-centre/sms.ts'
import { orderGroups } from './modules/order/calls.ts'
import { peopleGroups } from './modules/people/calls.ts'
import { costGroup, phoneGroup } from './modules/phone/calls.ts'
import { publicReportPage } from './modules/public-report/route.ts'
import { reconciliationGroups } from './modules/reconciliation/calls.ts'
import { checkJobs, checkSchedules } from './modules/reconciliation/check.ts'
import { refundGroups } from './modules/refund/calls.ts'
import { refundJobs } from './modules/refund/evidence.ts'
import { repostGroup } from './modules/repost/calls.ts'
import { savedViewCalls } from './modules/saved-view/calls.ts'
import { searchGroup } from './modules/search/calls.ts'
import { shopGroup } from './modules/shop/calls.ts'
import { stockImportGroup } from './modules/stock-import/calls.ts'
import { stockImportJobs } from './modules/stock-import/jobs.ts'
import { taskCalls } from './modules/task/calls.ts'
import { taskJobs, taskSchedules } from './modules/task/jobs.ts'
import { webhookCalls } from './modules/webhook/calls.ts'
import { webhookSchedules } from './modules/webhook/jobs.ts'
import { refetchJobs } from './sync/bill-refetch.ts'
import { marketplaceSchedules } from './sync/polls.ts'
import { marketplacePushHandlers } from './sync/pushes.ts'
import { repostSchedules } from './sync/repost.ts'
import { requestJobs, requestSchedules } from './sync/requests/index.ts'
import { shopJobs, shopSchedules } from './sync/shops.ts'

/** What the modules give the server, by kind, in the lists below. */
export interface Modules {
  readonly groups: readonly HandlerGroup[]
  readonly jobHandlers: JobHandlers
  readonly pushHandlers: readonly PushHandler[]
  readonly schedules: readonly Schedule[]
  readonly sessionReader: SessionReader
  readonly keyAccess: KeyAccess
  readonly plainRoutes: readonly PlainRoute[]
  readonly publicPages: readonly PublicPage[]
  readonly downloads: readonly Download[]
}

/** The calls that a task can make for its rows, and whose lists can be exported. */
const ownGroups: HandlerGroup[] = [
  authGroup,
  sessionGroup,
  merchantGroup,
  ...peopleGroups,
  addressGroup,
  shopGroup,
  repostGroup,
  detRecordGroup,
  detConfigGroup,
  ...photoGroups,
  ...sealedBagGroups,
  ...recordGroups,
  ...modelMappingGroups,
  ...batchGroups,
  goodsCalls,
  extAuctionCalls,
  overviewGroup,
  ...orderGroups,
  ...refundGroups,
  extListingCalls,
  ...billGroups,
  ...reconciliationGroups,
  searchGroup,
  phoneGroup,
  costGroup,
  stockImportGroup,
  auditGroup,
  apiKeyGroup,
  savedViewCalls,
  noticeCalls,
  webhookCalls,
  homeGroup,
  firstStepsGroup,
  demoGroup,
]

export const groups: HandlerGroup[] = [...ownGroups, taskCalls(ownGroups), ...exportCalls(ownGroups)]

export const jobHandlers: JobHandlers = {
  ...shopJobs,
  ...photoJobs,
  ...refundJobs,
  ...requestJobs,
  ...checkJobs,
  ...refetchJobs,
  ...taskJobs(ownGroups),
  ...stockImportJobs,
  ...exportJobs(ownGroups),
  ...noticeJobs,
}

export const pushHandlers: PushHandler[] = [...marketplacePushHandlers]

export const schedules: Schedule[] = [
  ...authSchedules,
  ...shopSchedules,
  ...repostSchedules,
  ...marketplaceSchedules,
  ...requestSchedules,
  ...checkSchedules,
  ...taskSchedules,
  ...exportSchedules,
  ...figureSchedules,
  ...noticeSchedules,
  ...webhookSchedules,
]

export { keyAccess } from './modules/api-key/access.ts'
export { sessionReader } from './modules/auth/session.ts'

export const plainRoutes: PlainRoute[] = [...authPlainRoutes]

export const publicPages: PublicPage[] = [publicReportPage]

export const downloads: Download[] = [exportDownload(ownGroups)]
