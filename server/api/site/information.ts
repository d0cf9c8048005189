import type { ApiContext } from '#server/api/context/api-context.ts'
import { shownSections, findInformationPage } from '#server/site/site.ts'
import { answer } from '#contract/form/endpoint.ts'
import { information } from '#contract/site/information.ts'
import { type BoundCall, type Handlers, bindCalls } from '#server/platform/http/endpoints/bind-contract.ts'

/** Pages of text: help, documents, contacts. */
export function informationEndpoints({
  db,
  contacts,
}: Pick<ApiContext, 'contacts' | 'db'>): readonly BoundCall[] {
  const handlers: Handlers<typeof information> = {
    page: async ({ slug }, { language }) => {
      const page = await findInformationPage(db, slug)
      return answer({ slug, ...shownSections(page[language], language, contacts) })
    },
  }
  return bindCalls('information', information, handlers)
}
