import type { ApiContext } from '#server/api/context/api-context.ts'
import { answer } from '#contract/form/endpoint.ts'
import { site } from '#contract/site/site.ts'
import { type BoundCall, type Handlers, bindCalls } from '#server/platform/http/endpoints/bind-contract.ts'

export function regionEndpoints({ region }: Pick<ApiContext, 'region'>): readonly BoundCall[] {
  const handlers: Handlers<typeof site, 'ipCheck'> = {
    ipCheck: (_input, call) => answer({ is_tasix: region.isInside(call.clientAddress) ? 1 : 0 }),
  }
  return bindCalls('site', site, handlers)
}
