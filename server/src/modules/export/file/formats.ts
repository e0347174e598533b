import type { ExportSource } from '../../export-source/source.ts'
import type { ExportTask } from '../store.ts'
import { csvWriter } from './csv.ts'
import { fileColumn } from './file-column.ts'
import type { FileWriter } from './writer.ts'
import { xlsxWriter } from './xlsx.ts'

/** What writes an export's file. */
export function writerOf({ columns, title }: ExportSource, task: Pick<ExportTask, 'columns' | 'format'>): FileWriter {
  const chosen = task.columns.flatMap((key) => columns[key] ?? []).map(fileColumn)
  return task.format === 'csv' ? csvWriter(chosen) : xlsxWriter(chosen, title)
}

const CONTENT_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

/** What a file of a format is sent as. */
export const contentTypeOf = (format: ExportTask['format']): string => CONTENT_TYPES[format]
