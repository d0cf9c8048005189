/**
 * The one place that decides whether a request may use an endpoint of the console. An endpoint without a declared
 * permission is refused by the start of the server (`checkConsoleEndpoint`).
 */
import type { AdmitStaff } from '#server/platform/http/endpoints/staff-admission.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { type Staff, verdictOn } from '#server/staff/staff.ts'
import { isFromOwnPage } from './own-page.ts'
import { tokenInCookies } from './staff-cookie.ts'

export interface AdmissionDeps {
  readonly staff: Pick<Staff, 'identify'>
  readonly clock: Clock
  readonly publicUrl: string | undefined
}

export function staffAdmission({ staff, clock, publicUrl }: AdmissionDeps): AdmitStaff {
  return async (endpoint, { headers }, { isSecure, clientAddress }) => {
    const { permission, stepUp = false, changes } = endpoint
    invariant(permission !== undefined, `${endpoint.path} has no permission`)
    if (changes && !isFromOwnPage(headers, publicUrl))
      return { kind: 'refused', failure: 'cross_site_request' }
    const token = tokenInCookies(headers.cookie, isSecure)
    const member = token === undefined ? undefined : await staff.identify(token, clientAddress)
    const verdict = verdictOn({ permission, stepUp }, member, clock.nowMs())
    return verdict === 'allowed' ? { kind: 'admitted', staff: member } : { kind: 'refused', failure: verdict }
  }
}
