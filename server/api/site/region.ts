import type { ApiContext } from '#server/api/context/api-context.ts'
import { respond } from '#contract/form/endpoint.ts'
import { site } from '#contract/site/site.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

export function regionEndpoints({ region }: Pick<ApiContext, 'region'>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof site, 'ipCheck'> = {
    ipCheck: (_input, request) => respond({ is_tasix: region.isInside(request.clientAddress) ? 1 : 0 }),
  }
  return bindEndpoints('site', site, handlers)
}
