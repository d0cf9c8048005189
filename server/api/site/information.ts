import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { findAppStores, storeOfPage, type AppStoreDeps } from './app-stores.ts'
import { findInformationPage, serviceName } from '#server/site/site.ts'
import { shownPage } from './service-words.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { information } from '#contract/site/information.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** Text pages: help, documents, contacts. */
export function informationEndpoints(
  deps: AppStoreDeps & Pick<ApiContext, 'db' | 'contactsOf'> & Uses<{ service: 'of' }>,
): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof information> = {
    page: async ({ slug }, { language, serviceId }) => {
      const [page, stores] = await Promise.all([findInformationPage(deps.db, slug), findAppStores(deps)])
      if (page === undefined) return reject('not_found')
      const service = serviceName(deps.service.of(serviceId), language)
      const facts = { contacts: deps.contactsOf(serviceId), stores }
      const shown = shownPage({ slug, texts: page }, language, facts, service)
      return respond({ slug, store: storeOfPage(stores, slug), ...shown })
    },
  }
  return bindEndpoints('information', information, handlers)
}
