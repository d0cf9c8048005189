import type { Accounts } from '#server/accounts/accounts.ts'
import { accountEndpoints as loginEndpoints } from '#server/api/accounts/accounts.ts'
import { deviceEndpoints } from '#server/api/accounts/devices.ts'
import { sessionEndpoints } from '#server/api/accounts/sessions.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'

/** The endpoints of accounts, devices and sessions over these accounts. `isInside`: the national network; default all. */
export function accountEndpoints(
  accounts: Accounts,
  isInside: (address: string) => boolean = () => true,
): readonly BoundEndpoint[] {
  const api = { accounts, region: { isInside } }
  return [...loginEndpoints(api), ...deviceEndpoints(api), ...sessionEndpoints(api)]
}
