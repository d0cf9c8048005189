import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { amount, type CliCommand, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { informationSlugs } from '#contract/site/information.ts'
import { importInformationPages, listInformationPages, resetInformationPage } from '#server/site/site.ts'
import { atTheTerminal, entryLines, undoLines } from '#server/cli/command/changing.ts'
import { recordChangeSet } from '#server/editing/editing.ts'

/** Far more than all pages together; any larger file is not read into memory. */
const maxBytes = 2 * 1024 * 1024

export const pagesImport: CliCommand = {
  name: 'pages import',
  usage: '<file.json> [--dry-run]',
  summary: 'replace the texts of the pages about the service',
  help: `Takes one page or an array of pages (${informationSlugs.join(', ')}), each in both languages. What is wrong is
named by page and field, and then nothing is taken. The same file again changes nothing. Viewers see it at once.
docs/guides/pages.md shows the form.

  --dry-run   print what would change, and change nothing

Examples
  npm run ekran -- pages import our-pages.json --dry-run
  npm run ekran -- pages import our-pages.json`,
  options: { 'dry-run': { type: 'boolean' } },
  min: 1,
  max: 1,
  run: async ({ words: [file = ''], flag }, tools) => {
    const text = await readText(file)
    if (text.kind !== 'text') return text
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const taken = await importInformationPages(work.db, text.text, atTheTerminal(), flag('dry-run'))
    if (taken.kind === 'refused')
      return refused(
        `${shown(basename(file))} is invalid\n${taken.problems.map((problem) => `  ${shown(problem)}`).join('\n')}`,
      )
    if (flag('dry-run'))
      return done(
        ...taken.entries.flatMap(entryLines),
        ...taken.same.map((slug) => `  as before /${slug}`),
        `${amount(taken.changed.length, 'page')} would change.`,
      )
    if (taken.changed.length > 0)
      await audit.record({
        event: 'pages_changed',
        actor: 'operator',
        facts: { pages: taken.changed.join(',') },
      })
    return done(
      ...taken.changed.map((slug) => `/${slug} was changed.`),
      ...taken.same.map((slug) => `/${slug} was so already.`),
      ...undoLines(taken),
    )
  },
}

export const pagesList = listCommand(
  'pages list',
  'the pages about the service, and which have your own text',
  async ({ work }) =>
    (await listInformationPages(work.db)).map(({ slug, title, changedAtMs }) => {
      const whose = changedAtMs === null ? 'as it came' : `yours, since ${moment(changedAtMs)}`
      return `  /${slug.padEnd(10)} ${whose.padEnd(36)} ${shown(title)}`
    }),
)

export const pagesReset: CliCommand = {
  name: 'pages reset',
  usage: '<page>',
  summary: 'restore the built-in text of a page',
  help: `Example
  npm run ekran -- pages reset about`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) => {
    const slug = informationSlugs.find((one) => one === word.replace(/^\//, ''))
    if (slug === undefined)
      return refused(`${shown(word)} is no such page; there are ${informationSlugs.join(', ')}`)
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const changeId = await resetInformationPage(work.db, slug, atTheTerminal())
    if (changeId === 0) return done(`/${slug} has the text it came with.`)
    await recordChangeSet(
      { db: work.db, audit },
      'page_removed',
      { actor: 'operator', by: undefined },
      changeId,
    )
    return done(`/${slug} has the text it came with again.`, ...undoLines({ changeId }))
  },
}

/** A file of text; what cannot be read is refused. */
export async function readText(file: string) {
  try {
    const bytes = await readFile(file)
    if (bytes.length > maxBytes) return refused('the file is larger than 2 MB')
    return { kind: 'text' as const, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    const reason = error instanceof TypeError ? 'is not UTF-8' : 'cannot be read'
    return refused(`${shown(basename(file))} ${reason}`)
  }
}
