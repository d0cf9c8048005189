/** What a key of the API may do, and how it may be limited. */

export const apiScopes = [
  'accounts:read',
  'accounts:write',
  'entitlements:write',
  'payments:write',
  'events:read',
  'catalogue:read',
] as const
export type ApiScope = (typeof apiScopes)[number]

/** Requests a minute that a key may have. */
export const apiRates = [60, 300, 1200, 6000] as const

/** The root of every endpoint for other programs of the operator, and of nothing else. */
export const externalRoot = '/api/external/v1'
