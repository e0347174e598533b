import { INSPECTION_NO_PATTERN } from '@huanji/domain/codes/formats'
import type { Page, PublicPage } from '../../gateway/public-pages.ts'
import type { Services } from '../../services.ts'
import { photoUrl } from '../inspection/photo/present.ts'
import { type PhotoRow, publicPhotosOf } from '../inspection/photo/store.ts'
import { readKey } from '../inspection/report-address.ts'
import { reportPage, type ShownReport, sentencePage } from './page.ts'
import { findPublicReport, type PublicReport } from './store.ts'

/** Going back and forth asks nothing; what is voided is gone a minute later, and signed addresses live for an hour at least. */
const KEPT_SECONDS = 60

/** Whatever is wrong with an address, the answer is the same: nobody learns from it which numbers there are. */
const NOT_FOUND: Page = {
  status: 404,
  html: sentencePage('报告不存在', '请核对链接是否完整，或联系卖家获取最新的报告链接。'),
  keptSeconds: 0,
}

/** What a buyer reads about a phone, under the address that is on its label (docs/domain.md §1.6). */
export const publicReportPage: PublicPage = {
  path: '/report/:inspectionNo/:key',
  answer: async ({ inspectionNo = '', key = '' }, services) => {
    const named = readKey(key)
    if (named === null || !INSPECTION_NO_PATTERN.test(inspectionNo)) return NOT_FOUND
    const { merchantId, idEnd } = named
    const found = await services.db.tenant(merchantId, async (tx) => {
      const record = await findPublicReport(tx, { inspectionNo, idEnd })
      return (
        record && { record, photos: record.state === 'voided' ? [] : await publicPhotosOf(tx, [record.inspectionId]) }
      )
    })
    if (found === null) return NOT_FOUND
    if (found.record.state === 'voided') return voided(found.record)
    return { status: 200, html: reportPage(shown(found, services)), keptSeconds: KEPT_SECONDS }
  },
  refusal: (sentence) => sentencePage('报告暂时无法打开', sentence),
}

function voided({ isReplaced }: PublicReport): Page {
  const sentence = isReplaced
    ? '该手机已重新检测，本报告已由新报告取代，请联系卖家获取新报告的链接。'
    : '该手机的检测结果不再有效，请联系卖家了解详情。'
  return { status: 410, html: sentencePage('该报告已作废', sentence), keptSeconds: 0 }
}

function shown(
  { record, photos }: { readonly record: PublicReport; readonly photos: readonly PhotoRow[] },
  services: Services,
): ShownReport {
  const now = services.clock.now()
  return {
    record,
    photos: photos.map((photo) => ({
      ...photo,
      url: photoUrl(photo.fullKey, services, now),
      thumbUrl: photoUrl(photo.thumbKey, services, now),
      isSample: photo.inspectionId !== record.inspectionId,
    })),
  }
}
