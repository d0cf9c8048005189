/** Fetches a file of the console and lets the browser save it. */
import { consoleHeader } from '#contract/console/console-endpoint.ts'
import { refusalIn } from '#console/session/call.ts'
import { CallError } from '#console/session/call-error.ts'
import { languageChoice } from '#console/session/preferences.ts'
import { textNow } from '#console/session/text.ts'

/** The largest table on a slow line. */
const limitMs = 15 * 60_000

/**
 * Posts `request` with the language of now to `address` and saves the answer as `name` with the format's ending.
 * Rejects with a `CallError` for what the server refuses, and for a line that broke.
 */
export async function saveFile(
  address: string,
  name: string,
  request: { readonly format: 'xlsx' | 'csv' | 'csv-comma' | 'txt' | 'zip'; readonly reason?: string },
): Promise<void> {
  const language = languageChoice.get()
  const blob = await fetch(address, {
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
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.${request.format === 'csv-comma' ? 'csv' : request.format}`
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
