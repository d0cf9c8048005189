/** Parts of reports as files. */
import type { IncomingMessage } from 'node:http'
import { reportNames } from '#contract/console/report-measures.ts'
import { ReportFile, maxReportDays, reportFile, reportRoot } from '#contract/console/reports.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { bodyOf, refuseFile, sendTable } from '#server/console/tables/table-file.ts'
import type { TableMountDeps } from '#server/console/tables/table-mount.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { showReport } from '#server/reports/reports.ts'
import { isPeriod, type ReportDeps } from './report-endpoints.ts'
import { writePart } from './write-part.ts'

type ReportMountDeps = TableMountDeps & Pick<ReportDeps, 'reads'>

/** Handles requests under `reportRoot`. */
export function reportFileMount(deps: ReportMountDeps): Mount {
  return {
    prefix: reportRoot,
    handle: async (request, response) => {
      const answer = await fileOf(deps, request)
      if (typeof answer === 'string') refuseFile(request, response, answer, { limit: maxReportDays })
      else await sendTable(response, answer)
      return true
    },
  }
}

type File = Parameters<typeof sendTable>[1]

/** The file, or why there is none. */
async function fileOf(deps: ReportMountDeps, request: IncomingMessage): Promise<File | FailureCode> {
  const path = (request.url ?? '').split('?', 1)[0]?.slice(reportRoot.length) ?? ''
  const report = reportNames.find((one) => one === path)
  if (report === undefined) return 'not_found'
  if (request.method !== 'POST') return 'method_not_allowed'
  const facts = { isSecure: isSecureRequest(deps, request), clientAddress: deps.clientAddress(request) }
  const admitted = await deps.admitStaff(reportFile, request, facts)
  if (admitted.kind === 'refused') return admitted.failure
  if (admitted.staff === undefined) return 'not_authorized'
  const parsed = ReportFile.safeParse(await bodyOf(request))
  if (!parsed.success) return 'invalid_input'
  const { from, to, part, format, language } = parsed.data
  if (!isPeriod({ from, to })) return 'report_period'
  const asked = { period: { from, to }, nowMs: deps.clock.nowMs() }
  const shown = await deps.reads((db) => showReport(db, report, asked))
  const file = writePart(shown, { part, format, language })
  return file === undefined ? 'not_found' : { file, format, name: `${report}-${part}-${from}-${to}` }
}
