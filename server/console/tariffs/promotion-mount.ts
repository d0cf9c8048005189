/** The codes of a batch as a file, written while they are read. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { promotionFiles, promotionFilesRoot } from '#contract/console/promotions.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { exportCodes, listBatches } from '#server/billing/billing.ts'
import type { SegmentMountDeps } from '#server/console/messages/segment-mount.ts'
import { refuseFile, sendTable } from '#server/console/tables/table-file.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'
import type { Mount } from '#server/platform/http/server.ts'

/** Handles `POST` to `promotionFilesRoot` and the number of a batch. */
export function promotionFileMount(deps: SegmentMountDeps): Mount {
  return {
    prefix: promotionFilesRoot,
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
  deps: SegmentMountDeps,
  request: IncomingMessage,
): Promise<Parameters<typeof sendTable>[1] | FailureCode> {
  const { db, audit } = deps
  const word = (request.url ?? '').split('?', 1)[0]?.slice(promotionFilesRoot.length) ?? ''
  if (!/^[1-9]\d{0,8}$/.test(word)) return 'not_found'
  if (request.method !== 'POST') return 'method_not_allowed'
  const address = deps.clientAddress(request)
  const facts = { isSecure: isSecureRequest(deps, request), clientAddress: address }
  const admitted = await deps.admitStaff(promotionFiles, request, facts)
  if (admitted.kind === 'refused') return admitted.failure
  const { staff } = admitted
  if (staff === undefined) return 'not_authorized'
  const [batch] = await listBatches(db, Number(word))
  if (batch === undefined) return 'not_found'
  const { batchId, codes } = batch
  await audit.record({
    ...{ event: 'promotion_codes_exported', actor: 'staff', address },
    change: {
      staff: { staffId: staff.staffId, name: staff.name },
      ...{ section: 'billing', subject: `promotion batch ${batchId}`, after: { codes } },
    },
  })
  return { file: Readable.from(exportCodes(db, batchId)), format: 'csv', name: `promo-${batchId}` }
}
