/** The subscribers of a run over a segment as a file, written while they are read. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { bulkExport, bulkExportRoot } from '#contract/console/bulk.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import type { Audit } from '#server/audit/audit.ts'
import { exportRun, findRun } from '#server/bulk/bulk.ts'
import { refuseFile, sendTable } from '#server/console/tables/table-file.ts'
import type { TableMountDeps } from '#server/console/tables/table-mount.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'
import type { Mount } from '#server/platform/http/server.ts'

export interface BulkMountDeps extends TableMountDeps {
  readonly audit: Audit
}

/** Handles `POST` to `bulkExportRoot` and the number of a run. */
export function bulkExportMount(deps: BulkMountDeps): Mount {
  return {
    prefix: bulkExportRoot,
    handle: async (request, response) => {
      const answer = await fileOf(deps, request)
      if (typeof answer === 'string') refuseFile(request, response, answer)
      else await sendTable(response, answer)
      return true
    },
  }
}

/** The file, or why there is none. */
async function fileOf(
  deps: BulkMountDeps,
  request: IncomingMessage,
): Promise<Parameters<typeof sendTable>[1] | FailureCode> {
  const { db, audit } = deps
  const word = (request.url ?? '').split('?', 1)[0]?.slice(bulkExportRoot.length) ?? ''
  if (!/^[1-9]\d{0,8}$/.test(word)) return 'not_found'
  if (request.method !== 'POST') return 'method_not_allowed'
  const address = deps.clientAddress(request)
  const facts = { isSecure: isSecureRequest(deps, request), clientAddress: address }
  const admitted = await deps.admitStaff(bulkExport, request, facts)
  if (admitted.kind === 'refused') return admitted.failure
  const { staff } = admitted
  if (staff === undefined) return 'not_authorized'
  const run = await findRun(db, Number(word))
  if (run === undefined) return 'not_found'
  await audit.record({
    ...{ event: 'bulk_exported', actor: 'staff', address },
    change: {
      staff: { staffId: staff.staffId, name: staff.name },
      ...{ section: 'subscribers', subject: `bulk ${run.runId}` },
    },
  })
  const file = Readable.from(exportRun(db, run.runId))
  return { file, format: 'csv', name: `bulk-${run.runId}` }
}
