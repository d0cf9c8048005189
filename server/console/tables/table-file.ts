/** Tables as files: what every mount of them has in common. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { tableFormats } from '#contract/console/tables.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { languageOf } from '#server/platform/http/endpoints/language.ts'
import { failureResponse } from '#server/platform/http/endpoints/response-body.ts'
import { consoleHeaders, endpointHeaders } from '#server/platform/http/endpoints/security-headers.ts'

/** A list of ids that were chosen takes less. */
const maxBodyBytes = 256 * 1024
/** The largest table takes a minute on a slow line. */
const maxExportMs = 15 * 60_000

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  'csv-comma': 'text/csv; charset=utf-8',
  'windows-1251': 'text/plain; charset=windows-1251',
  'utf-8': 'text/plain; charset=utf-8',
  zip: 'application/zip',
} as const

/** How a file is written: a table, plain text in an encoding, or an archive. */
type FileFormat = (typeof tableFormats)[number] | 'windows-1251' | 'utf-8' | 'zip'

function endingOf(format: FileFormat): string {
  if (format === 'xlsx' || format === 'zip') return format
  return format === 'csv' || format === 'csv-comma' ? 'csv' : 'txt'
}

/** Sends the file to be saved under `name` with the format's ending. A client that leaves ends it. */
export async function sendTable(
  response: ServerResponse,
  { file, format, name }: { readonly file: Readable; readonly format: FileFormat; readonly name: string },
): Promise<void> {
  const {
    'access-control-allow-origin': _,
    'access-control-expose-headers': _exposed,
    ...own
  } = endpointHeaders
  response.removeHeader('access-control-allow-origin')
  response.writeHead(200, {
    ...own,
    ...consoleHeaders,
    'cache-control': 'no-store',
    'content-type': types[format],
    'content-disposition': `attachment; filename="${name}.${endingOf(format)}"`,
  })
  await pipeline(file, response, { signal: AbortSignal.timeout(maxExportMs) }).catch(() => {
    // The client is gone, or sees a file that was cut off.
    response.destroy()
  })
}

/** The body as JSON; undefined for one that is none or too long. */
export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    bytes += piece.length
    if (bytes > maxBodyBytes) return undefined
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Responds as an endpoint that refuses. */
export function refuseFile(
  request: IncomingMessage,
  response: ServerResponse,
  failure: FailureCode,
  values: Readonly<Record<string, string | number>> = {},
): void {
  const language = languageOf(undefined, request.headers['accept-language'])
  const body = failureResponse('data', failure, language, false, { values })
  const {
    'access-control-allow-origin': _,
    'access-control-expose-headers': _exposed,
    ...own
  } = endpointHeaders
  response.removeHeader('access-control-allow-origin')
  response
    .writeHead(body.status === 200 ? 422 : body.status, {
      ...own,
      ...consoleHeaders,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    .end(body.text)
}
