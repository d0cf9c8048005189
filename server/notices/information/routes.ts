import type { Contacts } from './information-page.ts'
import { shownSections } from './information-page.ts'
import { findInformationPage } from './kept-pages.ts'
import { answer } from '#contract/endpoint.ts'
import { information } from '#contract/information.ts'
import type { Db } from '#server/platform/database.ts'
import type { BoundCall, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

export interface InformationDeps {
  readonly db: Db
  readonly contacts: Contacts
}

export function informationRoutes({ db, contacts }: InformationDeps): readonly BoundCall[] {
  const handlers: Handlers<typeof information> = {
    page: async ({ slug }, { language }) => {
      const page = await findInformationPage(db, slug)
      return answer({ slug, ...shownSections(page[language], language, contacts) })
    },
  }
  return bindCalls('information', information, handlers)
}
