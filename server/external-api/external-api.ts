/** The HTTP interface for other programs of the operator: the endpoints under `/api/external/v1/`. */
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { accountEndpoints } from './account-endpoints.ts'
import { billingEndpoints } from './billing-endpoints.ts'
import { cityEndpoints } from './city-endpoints.ts'
import type { ExternalDeps } from './deps.ts'
import { eventEndpoints } from './event-endpoints.ts'

export type { ExternalDeps } from './deps.ts'

/** Every endpoint for other programs with its handler. */
export function externalEndpoints(deps: ExternalDeps): readonly BoundEndpoint[] {
  return [
    ...accountEndpoints(deps),
    ...billingEndpoints(deps),
    ...cityEndpoints(deps),
    ...eventEndpoints(deps),
  ]
}
