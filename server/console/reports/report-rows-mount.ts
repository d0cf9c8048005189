/** The rows beneath a number as a file. */
import type { IncomingMessage } from 'node:http'
import { maxSheetRows } from '#contract/console/ledger.ts'
import { measuresWithRows } from '#contract/console/report-measures.ts'
import { ReportRowsFile, reportRowsFile, reportRowsRoot } from '#contract/console/reports.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { roleMay } from '#contract/form/permissions.ts'
import type { Audit } from '#server/audit/audit.ts'
import { bodyOf, refuseFile, sendTable } from '#server/console/tables/table-file.ts'
import type { TableMountDeps } from '#server/console/tables/table-mount.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { countBeneath } from '#server/reports/reports.ts'
import { writeRows } from './write-rows.ts'

export interface ReportRowsDeps extends TableMountDeps {
  readonly audit: Audit
}

/** Counting is for workbooks alone, which have an end. */
const countLimitMs = 10_000

/** Handles requests under `reportRowsRoot`. */
export function reportRowsMount(deps: ReportRowsDeps): Mount {
  return {
    prefix: reportRowsRoot,
    handle: async (request, response) => {
      const answer = await fileOf(deps, request)
      if (typeof answer === 'string') refuseFile(request, response, answer, { limit: maxSheetRows })
      else await sendTable(response, answer)
      return true
    },
  }
}

type File = Parameters<typeof sendTable>[1]

/** The file, or why there is none. */
async function fileOf(deps: ReportRowsDeps, request: IncomingMessage): Promise<File | FailureCode> {
  const { db, audit } = deps
  const path = (request.url ?? '').split('?', 1)[0]?.slice(reportRowsRoot.length) ?? ''
  const measure = measuresWithRows.find((one) => one === path)
  if (measure === undefined) return 'not_found'
  if (request.method !== 'POST') return 'method_not_allowed'
  const address = deps.clientAddress(request)
  const facts = { isSecure: isSecureRequest(deps, request), clientAddress: address }
  const admitted = await deps.admitStaff(reportRowsFile, request, facts)
  if (admitted.kind === 'refused') return admitted.failure
  const { staff } = admitted
  if (staff === undefined) return 'not_authorized'
  // The numbers are those of reports: who sees no reports sees no rows of them.
  if (!roleMay(staff.role, { section: 'reports', level: 'view' })) return 'staff_forbidden'
  const parsed = ReportRowsFile.safeParse(await bodyOf(request))
  if (!parsed.success) return 'invalid_input'
  const { day, tariff_id: tariffId, brand, format, language } = parsed.data
  if (format === 'xlsx') {
    const count = await countBeneath(db, { measure, day, tariffId, brand }, countLimitMs)
    if (count === undefined) return 'report_too_slow'
    if (count > maxSheetRows) return 'ledger_rows'
  }
  const written = await writeRows(db, { measure, day, tariffId, brand, format, language })
  if (written.kind !== 'file')
    return written.kind === 'not_stored' ? 'report_rows_not_stored' : 'report_too_slow'
  const of = { tariff_id: tariffId ?? null, brand: brand ?? null }
  await audit.record({
    ...{ event: 'report_rows_exported', actor: 'staff', address },
    change: {
      staff: { staffId: staff.staffId, name: staff.name },
      ...{ section: 'reports', subject: `${measure} ${day}`, after: { ...of, format } },
    },
  })
  return { file: written.file, format, name: `${measure}-${day}` }
}
