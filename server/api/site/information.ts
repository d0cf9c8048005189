import type { ApiContext } from '#server/api/api-context.ts'
import { shownSections, findInformationPage } from '#server/notices/notices.ts'
import { answer } from '#contract/endpoint.ts'
import { information } from '#contract/information.ts'
import { type BoundCall, type Handlers, bindCalls } from '#server/platform/http/bind-contract.ts'

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
