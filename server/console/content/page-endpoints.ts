/** Pages of text of the console. */
import { consolePages } from '#contract/console/pages.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { pathOf } from '#contract/form/pages.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type AppStores,
  type Contacts,
  type PageVersion,
  type StaffPage,
  findStaffPage,
  listPageVersions,
  listStaffPages,
  readMarkdown,
  removePage,
  savePage,
  shownSections,
} from '#server/site/site.ts'

export interface PageDeps extends ContentDeps {
  readonly contacts: Contacts
  /** Where the apps are installed from, which pages about them say. */
  readonly findStores: () => Promise<AppStores>
}

export function pageEndpoints(deps: PageDeps): readonly BoundEndpoint[] {
  const { db, contacts, findStores } = deps
  const handlers: ConsoleHandlers<typeof consolePages> = {
    list: async () => respond({ pages: (await listStaffPages(db)).map(presentListed) }),
    one: async ({ id }) => {
      const page = await findStaffPage(db, id)
      if (page === undefined) return reject('page_not_found')
      return respond({ ...presentStored(page), ...presentTexts(page.texts) })
    },
    versions: async ({ id }) => {
      const versions = await listPageVersions(db, id)
      if (versions.length === 0) return reject('page_not_found')
      return respond({ versions: versions.map(presentVersion) })
    },
    preview: async ({ language, title, lead, body }) => {
      const { sections, problems } = readMarkdown(body)
      const stores = await findStores()
      const shown = shownSections({ title, lead, sections }, { language, contacts, stores })
      return respond({ ...shown, problems: [...problems] })
    },
    save: async (input, call) => {
      const { id, version, slug } = input
      const outcome = await savePage(db, { id, version, slug, texts: textsOf(input) }, authorOf(call, deps))
      switch (outcome.kind) {
        case 'changed':
          await recordSet(deps, 'page_saved', call, outcome.changeId)
          return respond({ change_id: outcome.changeId, id: outcome.id })
        case 'changed_since':
          return reject('changed_since', { values: { who: outcome.who || '—' } })
        case 'slug_taken':
          return reject('page_name_taken')
        case 'text':
          return reject('page_text_wrong', {
            values: { language: outcome.language === 'ru' ? 'RU' : 'UZ', line: outcome.line },
          })
        case 'full':
          return reject('pages_full', { values: { limit: outcome.max } })
        default:
          return reject('page_not_found')
      }
    },
    remove: async ({ id }, call) => {
      const outcome = await removePage(db, id, authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('page_not_found')
      await recordSet(deps, 'page_removed', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id })
    },
  }
  return bindConsole('consolePages', consolePages, handlers)
}

function presentStored({ id, slug, version, isBuiltIn }: StaffPage) {
  const path = isBuiltIn ? `/${slug}` : pathOf('textPage', { textName: slug })
  return { id, slug, path, version, is_built_in: isBuiltIn }
}

function presentListed(page: StaffPage) {
  const { texts, changedAtMs } = page
  return {
    ...presentStored(page),
    title_ru: texts.ru.title,
    title_uz: texts.uz.title,
    changed_at: changedAtMs === null ? null : Math.floor(changedAtMs / 1000),
  }
}

function presentTexts({ ru, uz }: StaffPage['texts']) {
  return {
    ...{ title_ru: ru.title, title_uz: uz.title, lead_ru: ru.lead, lead_uz: uz.lead },
    ...{ body_ru: ru.body, body_uz: uz.body },
  }
}

function presentVersion({ changeId, staffName, madeMs, texts }: PageVersion) {
  return {
    change_id: changeId,
    staff_name: staffName,
    made_at: changeId === 0 ? null : Math.floor(madeMs / 1000),
    texts: texts === null ? null : presentTexts(texts),
  }
}

function textsOf(input: ReturnType<typeof presentTexts>): StaffPage['texts'] {
  return {
    ru: { title: input.title_ru, lead: input.lead_ru, body: input.body_ru },
    uz: { title: input.title_uz, lead: input.lead_uz, body: input.body_uz },
  }
}
