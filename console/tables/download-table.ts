/** Fetches a table as a file and lets the browser save it. */
import { consoleHeader } from '#contract/console/console-endpoint.ts'
import { type TableExport, type TableSubject, tableRoot } from '#contract/console/tables.ts'
import type * as z from 'zod/mini'
import { refusalIn } from '#console/session/call.ts'
import { CallError } from '#console/session/call-error.ts'
import { languageChoice } from '#console/session/preferences.ts'
import { textNow } from '#console/session/text.ts'

export type { TableSubject }
export type TableRequest = Omit<z.infer<typeof TableExport>, 'language'>

/** The largest table on a slow line. */
const limitMs = 15 * 60_000

/** Rejects with a `CallError` for what the server refuses, and for a line that broke. */
export async function downloadTable(subject: TableSubject, request: TableRequest): Promise<void> {
  const language = languageChoice.get()
  const blob = await fetch(tableRoot + subject, {
    method: 'POST',
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(limitMs),
    headers: { 'accept-language': language, 'content-type': 'application/json', [consoleHeader]: '1' },
    body: JSON.stringify({ ...request, language }),
  })
    .then(async (response) => {
      if (response.ok) return response.blob()
      throw refusalIn((await response.json()) as object, response)
    })
    .catch((error: unknown) => {
      if (error instanceof CallError) throw error
      throw new CallError({ failure: 'network', message: textNow()('failure.network') })
    })
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = `${subject}.${request.format === 'xlsx' ? 'xlsx' : 'csv'}`
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
