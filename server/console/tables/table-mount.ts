/** Tables as files: written while they are read, so that 50,000 films take no memory. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TableExport, tableExports, tableRoot } from '#contract/console/tables.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { roleMay } from '#contract/form/permissions.ts'
import { findTitleNumbers } from '#server/catalogue/catalogue.ts'
import { exportTable, refusedAssets, type TableSubject } from '#server/imports/imports.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ClientAddress } from '#server/platform/http/client/client-address.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'
import type { AdmitStaff } from '#server/platform/http/endpoints/staff-admission.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { bodyOf, refuseFile, sendTable } from './table-file.ts'

export interface TableMountDeps {
  readonly db: Db
  readonly clock: Clock
  readonly admitStaff: AdmitStaff
  readonly clientAddress: ClientAddress
  readonly publicUrl: string | undefined
}

/** Handles requests under `tableRoot`. */
export function tableExportMount(deps: TableMountDeps): Mount {
  return {
    prefix: tableRoot,
    handle: async (request, response) => {
      const failure = await answer(deps, request, response)
      if (failure !== undefined && !response.headersSent) refuseFile(request, response, failure)
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
  await sendTable(response, { file, format, name: subject })
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
