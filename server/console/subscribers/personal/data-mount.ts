/** Everything that is stored of a subscriber as an archive, written while it is read. */
import type { IncomingMessage } from 'node:http'
import { SubscriberExport, subscriberExport, subscriberFilesRoot } from '#contract/console/subscriber-data.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import type { Audit } from '#server/audit/audit.ts'
import { bodyOf, refuseFile, sendTable } from '#server/console/tables/table-file.ts'
import type { TableMountDeps } from '#server/console/tables/table-mount.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { exportPersonal } from '#server/subscribers/subscribers.ts'

export interface SubscriberMountDeps extends TableMountDeps {
  readonly audit: Audit
}

/** Each reads in a transaction until its receiver has everything: the other connections are for jobs. */
const atOnce = 2

/** Handles `POST` to `subscriberFilesRoot` and the number of an account; `atOnce` files at a time. */
export function subscriberExportMount(options: SubscriberMountDeps): Mount {
  const deps = { ...options, places: placesFor(atOnce) }
  return {
    prefix: subscriberFilesRoot,
    handle: async (request, response) => {
      const answer = await fileOf(deps, request)
      if (typeof answer === 'string') refuseFile(request, response, answer)
      else await sendTable(response, answer)
      return true
    },
  }
}

interface Places {
  /** Whether there was a free one. */
  take(): boolean
  release(): void
}

function placesFor(max: number): Places {
  let taken = 0
  return {
    take: () => {
      if (taken >= max) return false
      taken += 1
      return true
    },
    release: () => {
      taken -= 1
    },
  }
}

/** The file, or why there is none. */
async function fileOf(
  deps: SubscriberMountDeps & { readonly places: Places },
  request: IncomingMessage,
): Promise<Parameters<typeof sendTable>[1] | FailureCode> {
  const word = (request.url ?? '').split('?', 1)[0]?.slice(subscriberFilesRoot.length) ?? ''
  if (!/^[1-9]\d{0,8}$/.test(word)) return 'not_found'
  if (request.method !== 'POST') return 'method_not_allowed'
  const address = deps.clientAddress(request)
  const facts = { isSecure: isSecureRequest(deps, request), clientAddress: address }
  const admitted = await deps.admitStaff(subscriberExport, request, facts)
  if (admitted.kind === 'refused') return admitted.failure
  const { staff } = admitted
  if (staff === undefined) return 'not_authorized'
  const parsed = SubscriberExport.safeParse(await bodyOf(request))
  if (!parsed.success) return 'invalid_input'
  const by = { staff: { staffId: staff.staffId, name: staff.name }, address }
  if (!deps.places.take()) return 'busy'
  const exported = { accountId: Number(word), reason: parsed.data.reason, by }
  const made = await exportPersonal(deps, exported).catch((error: unknown) => {
    deps.places.release()
    throw error
  })
  if (made === undefined) {
    deps.places.release()
    return 'not_found'
  }
  made.file.once('close', deps.places.release)
  return { file: made.file, format: 'zip', name: `subscriber-${made.abonement}` }
}
