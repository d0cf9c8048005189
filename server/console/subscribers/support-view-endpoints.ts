/** Views of the site as a subscriber, in the console. */
import { consoleSupportViews as endpoints } from '#contract/console/support-views.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { supportCodeSec, supportFragment, supportQuery } from '#contract/form/support-views.ts'
import type { SupportDevice } from '#contract/form/support-views.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { publicUrlAt } from '#server/platform/http/site/site-origin.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { type LiveService, mainServiceId } from '#server/site/site.ts'
import type { LiveView, SupportViews } from '#server/support-views/support-views.ts'

export interface SupportViewEndpointDeps {
  readonly supportViews: Pick<SupportViews, 'begin' | 'end' | 'list'>
  readonly clock: Clock
  readonly publicUrl: string | undefined
  readonly service: Pick<LiveService, 'at'> & {
    of(serviceId: number): { readonly hosts: readonly string[] }
  }
}

const secOf = (ms: number) => Math.floor(ms / 1000)

export function supportViewEndpoints(deps: SupportViewEndpointDeps): readonly BoundEndpoint[] {
  const { supportViews, clock } = deps
  return bindConsole('consoleSupportViews', endpoints, {
    list: async ({ account_id: accountId }, { staff }) => {
      const views = await supportViews.list(accountId)
      return respond({ views: views.map((one) => presentView(one, staff.staffId)) })
    },
    start: async (input, { staff, clientAddress: address }) => {
      const { account_id: accountId, profile: profileNo, device, reason, language } = input
      const started = await supportViews.begin({
        ...{ staff, accountId, profileNo, device, reason, language, address },
      })
      if (started.kind === 'not_found') return reject('not_found')
      if (started.kind === 'closed') return reject('support_view_closed')
      if (started.kind === 'no_profile') return reject('support_view_profile')
      return respond({
        view_id: started.viewId,
        address: `${siteOf(deps, started.serviceId)}${pageFor(device)}${supportFragment}${language}.${started.code}`,
        code_until: secOf(clock.nowMs()) + supportCodeSec,
        until: secOf(started.untilMs),
      })
    },
    end: async ({ view_id: viewId }, { staff, clientAddress: address }) => {
      const view = (await supportViews.list()).find((one) => one.viewId === viewId)
      if (view === undefined) return reject('not_found')
      const by = view.staffId === staff.staffId ? {} : { by: staff.name }
      return (await supportViews.end(viewId, { address, ...by })) ? respond({}) : reject('not_found')
    },
  })
}

/** The origin of the site of the subscriber's brand; '' for that of the console itself. */
function siteOf({ publicUrl, service }: SupportViewEndpointDeps, serviceId: number | null): string {
  const [host] = serviceId === null || serviceId === mainServiceId ? [] : service.of(serviceId).hosts
  if (host === undefined) return publicUrl?.replace(/\/+$/, '') ?? ''
  return publicUrlAt(host, publicUrl, service.at)?.replace(/\/+$/, '') ?? `https://${host}`
}

/** A television has pages of its own, which the address chooses. A view is no visit of the site. */
function pageFor(device: SupportDevice): string {
  return `/?${device === 'tv' ? 'tv=1&' : ''}${supportQuery}`
}

function presentView(view: LiveView, ownStaffId: number) {
  return {
    ...{ view_id: view.viewId, account_id: view.accountId, abonement: view.abonement },
    ...{ by: view.staffName, is_own: view.staffId === ownStaffId, device: view.device, reason: view.reason },
    ...{ since: secOf(view.sinceMs), until: secOf(view.untilMs), is_opened: view.isOpened },
  }
}
