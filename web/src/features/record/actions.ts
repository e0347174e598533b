import type { Channel } from '@huanji/domain/channel'
import { api } from '../../api/client.ts'
import { type Action, type ActionContext, type ActionOutcome, defineAction } from '../../components/actions/action.ts'
import { can } from '../../session/session.ts'
import type { Sealable } from '../bag/bind-bag-dialog.tsx'
import { BAG_HELD, isBagHeld } from '../inspection/labels.ts'
import { refreshInspections } from '../inspection/queries.ts'
import type { InspectionRow } from '../inspection/types.ts'
import { checkLink, photosLink, reportLink } from '../links/inspection-links.ts'

/** What the actions need of a record; a list's row and a report both have it. */
export type ActedOn = Sealable &
  Pick<
    InspectionRow,
    'state' | 'inspectionNo' | 'channel' | 'allowedActions' | 'version' | 'shopAccountId' | 'shopName' | 'reportPath'
  >

const lacksPhotographs = ({ state }: ActedOn): boolean => state === 'awaiting_photos'

/** Goes on where a draft was left. */
export const continueInspection = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'continue',
    name: '继续质检',
    icon: 'edit',
    shortcut: 'e',
    grant: api.detRecord.addDetectRecord.path,
    allowed: 'continue',
    suits: (row) => !lacksPhotographs(row),
    run: ([row], { navigate }) => {
      if (row) void navigate(checkLink(row))
    },
  })

/** Takes the photographs that a submitted record lacks; its answers can still be changed there. */
export const continuePhotos = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'photos',
    name: '继续拍照',
    icon: 'camera',
    shortcut: 'c',
    grant: api.detRecord.addDetectRecord.path,
    allowed: 'continue',
    suits: lacksPhotographs,
    run: ([row], { navigate }) => {
      if (row) void navigate(photosLink(row))
    },
  })

/** Takes the photographs that a record lacks, for whoever photographs and does not inspect. */
export const takePhotos = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'take-photos',
    name: '拍照',
    icon: 'camera',
    shortcut: 'c',
    grant: api.realPhoto.saveRealPhoto.path,
    suits: (row) => lacksPhotographs(row) && !can(api.detRecord.addDetectRecord.path),
    run: ([row], { navigate }) => {
      if (row) void navigate(photosLink(row))
    },
  })

/** What came of a scanned bag. */
const sealedText = (sealed: Pick<ActedOn, 'state'> & { readonly bagCode: string }): string =>
  isBagHeld(sealed) ? `封袋${sealed.bagCode}已预留，${BAG_HELD}` : `已封袋：${sealed.bagCode}`

async function seal<Row extends ActedOn>(
  row: Row | undefined,
  { updateRow, queries }: ActionContext<Row>,
): Promise<ActionOutcome[] | undefined> {
  const { bindBag } = await import('../bag/bind-bag-dialog.tsx')
  const sealed = row ? await bindBag(row) : undefined
  if (!row || !sealed) return undefined
  // what else can be done with it comes with the next answer
  const allowedActions = row.allowedActions.filter((action) => action !== 'seal')
  updateRow(row, (old) => ({ ...old, bagCode: sealed.bagCode, state: sealed.state, allowedActions }))
  await refreshInspections(queries)
  return [{ label: row.inspectionNo, ok: true, message: sealedText(sealed) }]
}

/** Seals a finished unit. A unit that must not be sold needs no bag. */
export const sealUnit = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'seal',
    name: '封袋',
    icon: 'bag',
    shortcut: 's',
    grant: api.bagRoll.bind.path,
    allowed: 'seal',
    run: async ([row], context) => (await seal(row, context)) ?? undefined,
  })

/** Puts phones on sale: 发布商品 opens with them. */
export const listUnits = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'list',
    name: '上架',
    icon: 'upload',
    tone: 'primary',
    shortcut: 'u',
    grant: api.goods.publish.path,
    allowed: 'list',
    bulk: true,
    run: async (rows, { refresh }) => {
      const { publishUnits } = await import('../listing/publish-units.ts')
      await publishUnits(rows, refresh)
    },
  })

/** Puts a sealed unit into another bag, with the reason. */
export const changeBag = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'rebag',
    name: '换袋',
    icon: 'bag',
    grant: api.bagRoll.bind.path,
    allowed: 'changeBag',
    run: async ([row], context) => (await seal(row, context)) ?? undefined,
  })

/** Opens the report. */
export const openReport = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'report',
    name: '查看报告',
    icon: 'eye',
    grant: api.detRecord.getDetRecordDetails.path,
    run: ([row], { navigate }) => {
      if (row) void navigate(reportLink(row.inspectionId))
    },
  })

/** Prints the labels of the chosen units. */
export const printUnitLabels = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'labels',
    name: '打印标签',
    icon: 'print',
    shortcut: 'p',
    bulk: true,
    run: async (rows) => {
      const { labelOf, printLabels } = await import('../label/label-dialog.tsx')
      // the person may look at them for long: nothing waits for that
      void printLabels(rows.map(labelOf))
    },
  })

const loadRuns = () => import('./run-record-action.ts')
const loadDialogs = () => import('./record-dialogs.tsx')

/** Sells through another shop of the same channel. */
export const changeShop = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'shop',
    name: '换店铺',
    icon: 'tag',
    grant: api.recordAction.updateXyUid.path,
    allowed: 'changeShop',
    bulk: true,
    task: 'inspection.changeShop',
    run: async (rows, context) => (await loadRuns()).runChangeShop(rows, context),
    ask: async ({ count, filter }) => {
      const { channel } = filter as { readonly channel: Channel }
      const shop = await (await loadDialogs()).askShop({ channel, count, current: null })
      return shop && { shopAccountId: shop.value }
    },
  })

/** Looks at a finished phone again: its report is ended, and a new one begins at the station. */
export const reinspectUnit = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'reinspect',
    name: '重检',
    icon: 'refresh',
    shortcut: 'r',
    grant: api.detRecord.addDetectRecord.path,
    allowed: 'reinspect',
    run: async ([row], context) => {
      if (row) await (await loadRuns()).runReinspect(row, context)
    },
  })

/** Voids records, and the bags with them. */
export const voidUnit = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'void',
    name: '作废',
    icon: 'trash',
    tone: 'danger',
    grant: api.recordAction.deleteDetRecord.path,
    allowed: 'void',
    bulk: true,
    task: 'inspection.void',
    run: async (rows, context) => (await loadRuns()).runVoid(rows, context),
    ask: async ({ count }) => {
      const reason = await (await loadDialogs()).askVoidFound(count)
      return reason === undefined ? undefined : { reason, voidsBag: true }
    },
  })
