import { api } from '../../api/client.ts'
import { type Action, type ActionContext, type ActionOutcome, defineAction } from '../../components/actions/action.ts'
import type { Sealable } from './bag/bind-bag-dialog.tsx'
import { printLabels } from './label/label-dialog.tsx'
import { checkLink, reportLink } from './links.ts'
import { refreshInspections } from './queries.ts'
import type { InspectionRow } from './types.ts'

/** What the actions need of a record; a list's row and a report both have it. */
type ActedOn = Sealable & Pick<InspectionRow, 'state' | 'inspectionNo' | 'channel' | 'allowedActions'>

/** Goes on where the record was left: a draft, or one that lacks photographs. */
export const continueInspection = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'continue',
    name: '继续质检',
    icon: 'edit',
    shortcut: 'e',
    grant: api.detRecord.addDetectRecord.path,
    allowed: 'continue',
    run: ([row], { navigate }) => {
      if (row) void navigate(checkLink(row))
    },
  })

async function seal<Row extends ActedOn>(
  row: Row | undefined,
  { updateRow, queries }: ActionContext<Row>,
): Promise<ActionOutcome[] | undefined> {
  const { bindBag } = await import('./bag/bind-bag-dialog.tsx')
  const sealed = row ? await bindBag(row) : undefined
  if (!row || !sealed) return undefined
  // what else can be done with it comes with the next answer
  const allowedActions = row.allowedActions.filter((action) => action !== 'seal')
  updateRow(row, (old) => ({ ...old, bagCode: sealed.bagCode, state: sealed.state, allowedActions }))
  await refreshInspections(queries)
  return [{ label: row.inspectionNo, ok: true, message: `已封袋：${sealed.bagCode}` }]
}

/** Seals a finished unit. A unit that must not be sold needs no bag. */
export const sealUnit = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'seal',
    name: '封袋',
    icon: 'bag',
    shortcut: 's',
    grant: api.extSealBag.bind.path,
    allowed: 'seal',
    run: async ([row], context) => (await seal(row, context)) ?? undefined,
  })

/** Puts a sealed unit into another bag, with the reason. */
export const changeBag = <Row extends ActedOn>(): Action<Row> =>
  defineAction<Row>({
    key: 'rebag',
    name: '换袋',
    icon: 'bag',
    grant: api.extSealBag.bind.path,
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

/**
 * Prints the labels of the chosen units.
 * @param single whether one unit is offered it too; a list offers it for ticked rows, a report for its unit
 */
export const printUnitLabels = <Row extends ActedOn>({ single }: { single: boolean }): Action<Row> =>
  defineAction<Row>({
    key: 'labels',
    name: '打印标签',
    icon: 'print',
    shortcut: 'p',
    bulk: true,
    single,
    run: (rows) =>
      void printLabels(
        rows.map((row) => ({
          barCode: row.barCode,
          modelTitle: row.modelName,
          skuText: row.skuText,
          grade: row.grade,
          code: row.imei,
        })),
      ),
  })
