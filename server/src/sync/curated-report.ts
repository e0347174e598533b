import type { CatalogueModel } from '@huanji/domain/catalogue/models'
import { formatShanghai } from '@huanji/domain/time'
import { MarketplaceRefused } from '@huanji/marketplace/client/errors'
import { QMS_CLASSES, type QmsReportItem } from '@huanji/marketplace/protocol/qms'
import type { CuratedReport, ReportItem } from '@huanji/marketplace/protocol/reports'
import { mayListBrand, squeezed } from '../integration/marketplace/model-names.ts'
import type { JobServices } from '../jobs/job.ts'
import { answerText } from '../modules/inspection/report.ts'
import type { ListableInspection } from '../modules/inspection/store.ts'

const PAGE_SIZE = 100
const PAGES_MAX = 20
const PHONES = { class_id: QMS_CLASSES.phone.classId, subclass_id: QMS_CLASSES.phone.subclassId }

/** A model in the dictionary of the curated channel; without one the report still names brand and model. */
interface QmsModel {
  readonly brand_id: number
  readonly brand_name: string
  readonly model_id: number
  readonly model_name: string
}

/** Who sells what: the seller at the marketplace, and the model of the phone, null for one that is known no more. */
export interface Sold {
  readonly sellerId: number
  readonly model: CatalogueModel | null
}

async function modelOf(
  { marketplace }: JobServices,
  { sellerId, model }: Sold,
  inspection: ListableInspection,
): Promise<QmsModel> {
  const unknown = { brand_id: 0, brand_name: model?.brand ?? '其他', model_id: 0, model_name: inspection.modelName }
  if (!model) return unknown
  const { list: brands } = await marketplace.listQmsBrands(sellerId, PHONES)
  const brand = brands.find(({ brand_name: name }) => mayListBrand(name, model.brand))
  if (!brand) return unknown
  const wanted = squeezed(model.name)
  for (let pageNo = 1; pageNo <= PAGES_MAX; pageNo += 1) {
    const page = { brand_id: brand.brand_id, page_no: pageNo, page_size: PAGE_SIZE }
    const { list } = await marketplace.listQmsModels(sellerId, page)
    const found = list.find(({ model_name: name }) => squeezed(name) === wanted || squeezed(name).endsWith(wanted))
    if (found) return { ...brand, model_id: found.model_id, model_name: found.model_name }
    if (list.length < PAGE_SIZE) break
  }
  return { ...brand, model_id: 0, model_name: model.name }
}

/** Our answers in the dictionary's words, where it has them; the rest in ours. */
function itemsOf(inspection: ListableInspection, dictionary: readonly QmsReportItem[]): ReportItem[] {
  return inspection.report.groups.flatMap((group) =>
    group.lines.flatMap((line): ReportItem[] => {
      const name = answerText(line)
      if (name === '') return []
      const question = dictionary.find((item) => squeezed(item.question_name) === squeezed(line.itemName))
      const answer = question?.answers.find((one) => squeezed(one.answer_name) === squeezed(name))
      return [
        {
          answer_id: answer?.answer_id ?? 0,
          answer_name: answer?.answer_name ?? name,
          answer_type: line.exception ? 2 : 1,
          answer_desc: answer?.answer_desc ?? '',
          question_name: question?.question_name ?? line.itemName,
          category_name: question?.category_name ?? group.name,
          group_name: question?.group_name ?? group.name,
        },
      ]
    }),
  )
}

/** `2026-11-20 10:00:00` in China. */
const reportTime = (at: string): string => `${formatShanghai(at)}:00`.slice(0, 19).replace(/\//g, '-')

/**
 * The report of a curated phone as the marketplace shows it (docs/open-platform.md §3.4). A dictionary that cannot be
 * had leaves our own words: they are readable too.
 * @param serial the phone's IMEI, or what stands for a phone that is only chosen at dispatch
 * @throws the client's errors, but for a refusal
 */
export async function curatedReport(
  services: JobServices,
  sold: Sold,
  inspection: ListableInspection,
  serial: string,
): Promise<CuratedReport> {
  const unlessRefused = async <T>(call: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await call
    } catch (error) {
      if (error instanceof MarketplaceRefused) return otherwise
      throw error
    }
  }
  const plain = { brand_id: 0, brand_name: '其他', model_id: 0, model_name: inspection.modelName }
  const model = await unlessRefused(modelOf(services, sold, inspection), plain)
  const { list: dictionary } = await unlessRefused(services.marketplace.listQmsReportItems(sold.sellerId, PHONES), {
    list: [],
  })
  const items = itemsOf(inspection, dictionary)
  return {
    ...PHONES,
    ...model,
    model_sn: serial,
    report_user: '质检员',
    report_time: reportTime(inspection.createdAt),
    report_items: items,
    answer_ids: items.map((item) => item.answer_id).filter((answerId) => answerId > 0),
  }
}
