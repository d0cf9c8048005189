import { type CliCommand, amount, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import { recordChangeSet } from '#server/editing/editing.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  type StaffPage,
  listPageVersions,
  listStaffPages,
  pageDocument,
  readPageDocument,
  removePage,
  savePage,
} from '#server/site/site.ts'
import { readText } from './pages.ts'

export const pagesShow: CliCommand = {
  name: 'pages show',
  usage: '<page> [--lang ru|uz]',
  summary: 'the text of a page as Markdown, as "pages save" takes it',
  help: `Example
  npm run ekran -- pages show about --lang uz > about-uz.md`,
  options: { lang: { type: 'string' } },
  min: 1,
  max: 1,
  run: async ({ words: [word = ''], text }, tools) => {
    const language = text('lang') ?? 'ru'
    if (language !== 'ru' && language !== 'uz') return refused('--lang is ru or uz')
    return withServices(tools, async ({ work }) => {
      const page = await pageNamed(work.db, word)
      return page === undefined ? noPage(word) : done(pageDocument(page.texts[language]).trimEnd())
    })
  },
}

export const pagesSave: CliCommand = {
  name: 'pages save',
  usage: '<page> <file.ru.md> <file.uz.md>',
  summary: 'write a page about the service, or a new one, from Markdown',
  help: `A file begins with "# Title" and a paragraph below it; sections begin with "## ". What is wrong is named by line, and
then nothing is taken. A new name makes a page at /info/<name>. docs/guides/pages.md shows the form.

Example
  npm run ekran -- pages save summer summer-ru.md summer-uz.md`,
  min: 3,
  max: 3,
  run: async ({ words: [word = '', ruFile = '', uzFile = ''] }, tools) => {
    const slug = nameOf(word)
    if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(slug))
      return refused(`${shown(word)} is no name of a page: use a-z, 0-9 and dashes, 40 at most`)
    const files = [await readText(ruFile), await readText(uzFile)]
    const [ruText, uzText] = files
    if (ruText?.kind !== 'text') return ruText ?? refused('a file is missing')
    if (uzText?.kind !== 'text') return uzText ?? refused('a file is missing')
    const [ru, uz] = [readPageDocument(ruText.text), readPageDocument(uzText.text)]
    if (ru === undefined || uz === undefined)
      return refused(
        `${shown(ru === undefined ? ruFile : uzFile)} begins with no "# Title" and a paragraph below it`,
      )
    return withServices(tools, async ({ work, audit }) => {
      const page = await pageNamed(work.db, slug)
      const [id, version] = [page?.id ?? null, page?.version ?? 0]
      const saved = await savePage(work.db, { id, version, slug, texts: { ru, uz } }, atTheTerminal())
      if (saved.kind === 'text')
        return refused(
          `line ${saved.line} below the first section of the ${saved.language} text: ${reasons[saved.reason]}`,
        )
      if (saved.kind === 'full') return refused(`there are ${saved.max} pages already`)
      if (saved.kind !== 'changed') return refused('somebody else has just changed the page: try again')
      const by = { actor: 'operator', by: undefined } as const
      await recordChangeSet({ db: work.db, audit }, 'page_saved', by, saved.changeId)
      return done(
        saved.changeId === 0 ? `The page ${slug} was so already.` : `The page ${slug} was saved.`,
        ...undoLines(saved),
      )
    })
  },
}

export const pagesRemove: CliCommand = {
  name: 'pages remove',
  usage: '<page>',
  summary: 'delete a page of your own',
  help: `A page that came with the product gets its first text back with "pages reset".

Example
  npm run ekran -- pages remove summer`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) =>
    withServices(tools, async ({ work, audit }) => {
      const page = await pageNamed(work.db, word)
      if (page === undefined) return noPage(word)
      if (page.isBuiltIn)
        return refused(`/${page.slug} came with the product: "pages reset" restores its text`)
      const removed = await removePage(work.db, page.id, atTheTerminal())
      if (removed.kind !== 'changed') return noPage(word)
      const by = { actor: 'operator', by: undefined } as const
      await recordChangeSet({ db: work.db, audit }, 'page_removed', by, removed.changeId)
      return done(`The page ${page.slug} was deleted.`, ...undoLines(removed))
    }),
}

export const pagesVersions: CliCommand = {
  name: 'pages versions',
  usage: '<page>',
  summary: 'the versions of a page, the present one first',
  help: `Each has the number of the change that made it, which "pages restore" takes.

Example
  npm run ekran -- pages versions about`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) =>
    withServices(tools, async ({ work }) => {
      const page = await pageNamed(work.db, word)
      if (page === undefined) return noPage(word)
      const versions = await listPageVersions(work.db, page.id)
      return done(
        ...versions.map(({ changeId, staffName, madeMs, texts }) => {
          const when = changeId === 0 ? 'before the first change' : moment(madeMs)
          const title = texts === null ? 'deleted' : shown(texts.ru.title)
          return `  ${String(changeId).padEnd(8)} ${when}  ${shown(staffName || 'command line')}  ${title}`
        }),
        `${amount(versions.length, 'version')}.`,
      )
    }),
}

export const pagesRestore: CliCommand = {
  name: 'pages restore',
  usage: '<page> <number>',
  summary: 'write a former version of a page again',
  help: `The number is that of "pages versions".

Example
  npm run ekran -- pages restore about 12`,
  min: 2,
  max: 2,
  run: async ({ words: [word = '', number = ''] }, tools) =>
    withServices(tools, async ({ work, audit }) => {
      const page = await pageNamed(work.db, word)
      if (page === undefined) return noPage(word)
      const versions = await listPageVersions(work.db, page.id)
      const texts = versions.find(({ changeId }) => String(changeId) === number)?.texts ?? undefined
      if (texts === undefined) return refused(`the page ${page.slug} has no version ${shown(number)}`)
      const { id, version, slug } = page
      const saved = await savePage(work.db, { id, version, slug, texts }, atTheTerminal())
      if (saved.kind !== 'changed') return refused('somebody else has just changed the page: try again')
      const by = { actor: 'operator', by: undefined } as const
      await recordChangeSet({ db: work.db, audit }, 'page_saved', by, saved.changeId)
      return done(`The page ${slug} is that of change ${number} again.`, ...undoLines(saved))
    }),
}

const reasons = {
  before_section: 'a section must begin before it, with "## "',
  empty_section: 'the section has nothing below it',
  no_text: 'the heading needs a text below it',
  link_address: 'the link must lead to a path of the site, https://, tel: or mailto:',
  unknown_mark: 'its mark in braces is not known',
  same_id: 'the id stands on the page twice',
  too_long: 'it is too long',
  no_sections: 'there is no section',
} as const

function nameOf(word: string): string {
  return word.replace(/^\/(?:info\/)?/, '')
}

async function pageNamed(db: Db, word: string): Promise<StaffPage | undefined> {
  return (await listStaffPages(db)).find(({ slug }) => slug === nameOf(word))
}

function noPage(word: string) {
  return refused(`${shown(word)} is no such page; "pages list" shows them`)
}
