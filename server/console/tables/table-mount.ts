/** Tables as files: written while they are read, so that 50,000 films take no memory. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { TableExport, tableExports, tableRoot } from '#contract/console/tables.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { roleMay } from '#contract/form/permissions.ts'
import { findTitleNumbers } from '#server/catalogue/catalogue.ts'
import { exportTable, refusedAssets, type TableSubject } from '#server/imports/imports.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ClientAddress } from '#server/platform/http/client/client-address.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'
import { languageOf } from '#server/platform/http/endpoints/language.ts'
import { failureResponse } from '#server/platform/http/endpoints/response-body.ts'
import { consoleHeaders, endpointHeaders } from '#server/platform/http/endpoints/security-headers.ts'
import type { AdmitStaff } from '#server/platform/http/endpoints/staff-admission.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'

export interface TableMountDeps {
  readonly db: Db
  readonly clock: Clock
  readonly admitStaff: AdmitStaff
  readonly clientAddress: ClientAddress
  readonly publicUrl: string | undefined
}

/** A list of ids that were chosen takes less. */
const maxBodyBytes = 256 * 1024
/** The largest table takes a minute on a slow line. */
const maxExportMs = 15 * 60_000

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  'csv-comma': 'text/csv; charset=utf-8',
} as const

/** Handles requests under `tableRoot`. */
export function tableExportMount(deps: TableMountDeps): Mount {
  return {
    prefix: tableRoot,
    handle: async (request, response) => {
      const failure = await answer(deps, request, response)
      if (failure !== undefined && !response.headersSent) refuse(request, response, failure)
      return true
    },
  }
}

/** Sends the file, or returns why there is none. */
async function answer(
  deps: TableMountDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<FailureCode | undefined> {
  const name = (request.url ?? '').split('?', 1)[0]?.slice(tableRoot.length) ?? ''
  const subject = Object.keys(tableExports).find((one): one is TableSubject => one === name)
  if (subject === undefined) return 'not_found'
  if (request.method !== 'POST') return 'method_not_allowed'
  const facts = { isSecure: isSecureRequest(deps, request), clientAddress: deps.clientAddress(request) }
  const admitted = await deps.admitStaff(tableExports[subject], request, facts)
  if (admitted.kind === 'refused') return admitted.failure
  if (admitted.staff === undefined) return 'not_authorized'
  const parsed = TableExport.safeParse(await bodyOf(request))
  if (!parsed.success) return 'invalid_input'
  const { format, language, filter } = parsed.data
  const ids = filter === undefined || subject !== 'films' ? parsed.data.ids : await filmsOf(deps, filter)
  const withAddresses = roleMay(admitted.staff.role, { section: 'channels', level: 'edit' })
  const file = await exportTable(deps.db, {
    ...{ subject, format, language, withAddresses },
    ...(ids === undefined ? {} : { ids }),
  })
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
    'content-disposition': `attachment; filename="${subject}.${format === 'xlsx' ? 'xlsx' : 'csv'}"`,
  })
  await pipeline(file, response, { signal: AbortSignal.timeout(maxExportMs) }).catch(() => {
    // The client is gone, or sees a file that was cut off.
    response.destroy()
  })
  return undefined
}

type Filter = NonNullable<ReturnType<typeof TableExport.parse>['filter']>

async function filmsOf(
  { db, clock }: TableMountDeps,
  { q, view, sort, descending }: Filter,
): Promise<readonly number[]> {
  return findTitleNumbers(db, {
    ...{ text: q, view, sort, isDescending: descending === 1 },
    refusedAssets: await refusedAssets(db),
    nowMs: clock.nowMs(),
  })
}

/** The body as JSON; undefined for one that is none or too long. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
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

function refuse(request: IncomingMessage, response: ServerResponse, failure: FailureCode): void {
  const language = languageOf(undefined, request.headers['accept-language'])
  const body = failureResponse('data', failure, language, false, {})
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
