import { type TableExport, type TableSubject, tableRoot } from '#contract/console/tables.ts'
import type * as z from 'zod/mini'
import { saveFile } from './save-file.ts'

export type { TableSubject }
export type TableRequest = Omit<z.infer<typeof TableExport>, 'language'>

/** Fetches a table as a file and lets the browser save it; rejects as `saveFile`. */
export function downloadTable(subject: TableSubject, request: TableRequest): Promise<void> {
  return saveFile(tableRoot + subject, subject, request)
}
