import type { ApiContext } from '#server/api/context/api-context.ts'
import { shownSections, findInformationPage } from '#server/site/site.ts'
import { respond } from '#contract/form/endpoint.ts'
import { information } from '#contract/site/information.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** Pages of text: help, documents, contacts. */
export function informationEndpoints({
  db,
  contacts,
}: Pick<ApiContext, 'contacts' | 'db'>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof information> = {
    page: async ({ slug }, { language }) => {
      const page = await findInformationPage(db, slug)
      return respond({ slug, ...shownSections(page[language], language, contacts) })
    },
  }
  return bindEndpoints('information', information, handlers)
}
