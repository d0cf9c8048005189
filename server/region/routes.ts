import type { Region } from './open-region.ts'
import { answer } from '#contract/endpoint.ts'
import { site } from '#contract/site.ts'
import type { BoundCall, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

export function regionRoutes(region: Region): readonly BoundCall[] {
  const handlers: Handlers<typeof site, 'ipCheck'> = {
    ipCheck: (_input, call) => answer({ is_tasix: region.isInside(call.clientAddress) ? 1 : 0 }),
  }
  return bindCalls('site', site, handlers)
}
