import { type CodeKind, classifyCode } from '@huanji/domain/codes/classify'
import { codesIn, SOUGHT_MAX } from '@huanji/domain/codes/sought'
import { CODE_BOXES, type CodeBoxName } from './code-boxes.ts'

/** Kinds that a code's own form proves; of the others one may look like another. */
const PROVEN: Partial<Readonly<Record<CodeKind, string>>> = {
  imei: 'IMEI',
  barCode: '条码',
  inspectionNo: '质检单号',
  batchNo: '批次号',
  billNo: '账单号',
  simCard: 'SIM卡号/EID',
  product: '商品条码',
}

/** What to say of a code that certainly is of a kind which the box does not take; empty for one that may belong there. */
export function wrongKind(name: CodeBoxName, code: string): string {
  const { takes, wanted } = CODE_BOXES[name]
  const { kind } = classifyCode(code)
  const words = PROVEN[kind]
  const isTaken = (takes as readonly CodeKind[]).includes(kind)
  return words === undefined || isTaken ? '' : `这是${words}，请扫描${wanted}`
}

/** What stands in a list's box: one code as it was written, or several parted by commas; why they cannot be looked for. */
export function readCodes(typed: string): { readonly text: string; readonly count: number; readonly fault: string } {
  const codes = codesIn(typed)
  const fault =
    codes.length > SOUGHT_MAX ? `一次最多查 ${SOUGHT_MAX} 个编号，这里有 ${codes.length} 个，请分几次查` : ''
  return { text: codes.length > 1 ? codes.join(',') : typed, count: codes.length, fault }
}
