/** The subscribers of a segment as a file, written while they are read. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { segmentExport, segmentExportRoot } from '#contract/console/segments.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { roleMay } from '#contract/form/permissions.ts'
import type { Audit } from '#server/audit/audit.ts'
import { exportSegment } from '#server/campaigns/campaigns.ts'
import { refuseFile, sendTable } from '#server/console/tables/table-file.ts'
import type { TableMountDeps } from '#server/console/tables/table-mount.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { findSegment } from '#server/segments/segments.ts'

export interface SegmentMountDeps extends TableMountDeps {
  readonly audit: Audit
}

/** Handles `POST` to `segmentExportRoot` and the number of a segment. */
export function segmentExportMount(deps: SegmentMountDeps): Mount {
  return {
    prefix: segmentExportRoot,
    handle: async (request, response) => {
      const answer = await fileOf(deps, request)
      if (typeof answer === 'string') refuseFile(request, response, answer)
      else await sendTable(response, answer)
      return true
    },
  }
}

type File = Parameters<typeof sendTable>[1]

/** The file, or why there is none. */
async function fileOf(deps: SegmentMountDeps, request: IncomingMessage): Promise<File | FailureCode> {
  const { db, clock, audit } = deps
  const word = (request.url ?? '').split('?', 1)[0]?.slice(segmentExportRoot.length) ?? ''
  if (!/^[1-9]\d{0,8}$/.test(word)) return 'not_found'
  if (request.method !== 'POST') return 'method_not_allowed'
  const address = deps.clientAddress(request)
  const facts = { isSecure: isSecureRequest(deps, request), clientAddress: address }
  const admitted = await deps.admitStaff(segmentExport, request, facts)
  if (admitted.kind === 'refused') return admitted.failure
  const { staff } = admitted
  if (staff === undefined) return 'not_authorized'
  // Phones are in it.
  if (!roleMay(staff.role, { section: 'subscribers', level: 'act' })) return 'staff_forbidden'
  const segment = await findSegment(db, Number(word))
  if (segment === undefined) return 'not_found'
  const { segmentId, name, rules } = segment
  await audit.record({
    ...{ event: 'segment_exported', actor: 'staff', address },
    change: {
      staff: { staffId: staff.staffId, name: staff.name },
      ...{ section: 'messages', subject: `segment ${segmentId}`, after: { name, rules } },
    },
  })
  const file = Readable.from(exportSegment(db, rules, clock.nowMs()))
  return { file, format: 'csv', name: `segment-${segmentId}` }
}
