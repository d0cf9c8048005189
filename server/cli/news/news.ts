import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { type CliCommand, amount, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { openServices, type Services } from '#server/cli/command/services.ts'
import {
  deleteNews,
  listNews,
  publishNews,
  readNewsFile,
  announceSiteChange,
  type WrittenNews,
  unknownBrand,
} from '#server/site/site.ts'
import { openPictures, type Pictures } from '#server/pictures/pictures.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

/** Far more than all news of a year; any larger file is not read into memory. */
const maxBytes = 20 * 1024 * 1024

export const newsImport: CliCommand = {
  name: 'news import',
  usage: '<file.json>',
  summary: 'publish news, or change published news',
  help: `Takes one news item or an array of them, each in both languages, with a picture beside the file. An item is the same
one next time by its id: what is not another is left as it is. What is wrong is named by item and field, and then
nothing is taken. News with a moment that lies ahead appears by itself at that moment.
docs/guides/news.md shows the form.

Example
  npm run ekran -- news import november.json`,
  min: 1,
  max: 1,
  run: async ({ words: [file = ''] }, tools) => {
    const read = await readItems(file)
    if (read.kind === 'refused') return refused(read.why)
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    const unknown = await unknownBrand(
      services.work.db,
      read.items.flatMap(({ brands }) => brands ?? []),
    )
    if (unknown !== undefined)
      return refused(`there is no brand ${unknown}; see: npm run ekran -- service list`)
    const pictures = await openPictures({ dir: join(services.work.dataDir, 'images'), log: tools.log })
    const stored = await storePictures(read.items, dirname(file), pictures)
    if (stored.kind === 'refused') return refused(stored.why)
    return done(...(await publish(read.items, stored.versions, services)))
  },
}

export const newsList = listCommand(
  'news list',
  'the news with their ids, newest first',
  async ({ work }) => {
    const items = await listNews(work.db)
    return [
      ...items.map(
        ({ id, title, publishedAtMs }) =>
          `  ${String(id).padEnd(8)} ${moment(publishedAtMs)}  ${shown(title)}`,
      ),
      `${amount(items.length, 'item')}.`,
    ]
  },
)

export const newsRemove: CliCommand = {
  name: 'news remove',
  usage: '<id>',
  summary: 'remove a news item',
  help: `\`changes undo\` brings it back, for seven days.

Example
  npm run ekran -- news remove 41`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) => {
    if (!/^[1-9]\d{0,8}$/.test(word)) return refused(`${shown(word)} is not the id of a news item`)
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const removed = await deleteNews(work.db, Number(word), { by: undefined, nowMs: systemClock.nowMs() })
    if (removed.kind !== 'changed') return refused(`there is no news item ${word}`)
    await audit.record({ event: 'news_removed', actor: 'operator', facts: { news_id: Number(word) } })
    return done(`News item ${word} was taken away.`)
  },
}

type Refused = { readonly kind: 'refused'; readonly why: string }

async function readItems(
  file: string,
): Promise<Refused | { readonly kind: 'read'; readonly items: readonly WrittenNews[] }> {
  const name = shown(basename(file))
  const bytes = await readFile(file).catch(() => undefined)
  if (bytes === undefined) return { kind: 'refused', why: `${name} cannot be read` }
  if (bytes.length > maxBytes) return { kind: 'refused', why: `${name} is larger than 20 MB` }
  const read = readNewsFile(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  if (read.kind === 'read') return read
  const problems = read.problems.map((problem) => `  ${shown(problem)}`).join('\n')
  return { kind: 'refused', why: `${name} is invalid\n${problems}` }
}

/** All pictures must exist and be drawable before anything is published. */
async function storePictures(
  items: readonly WrittenNews[],
  dir: string,
  pictures: Pictures,
): Promise<Refused | { readonly kind: 'kept'; readonly versions: ReadonlyMap<number, string> }> {
  const versions = new Map<number, string>()
  for (const { id, picture } of items) {
    if (picture === null) continue
    const path = resolve(dir, picture)
    const name = `the picture ${shown(picture)} of item ${id}`
    if (!path.startsWith(resolve(dir) + sep))
      return { kind: 'refused', why: `${name} is outside the file's folder` }
    const bytes = await readFile(path).catch(() => undefined)
    if (bytes === undefined) return { kind: 'refused', why: `${name} cannot be read` }
    const stored = await pictures.store(bytes)
    if (stored.kind === 'refused') return { kind: 'refused', why: `${name} is refused: ${stored.reason}` }
    versions.set(id, stored.version)
  }
  return { kind: 'kept', versions }
}

async function publish(
  items: readonly WrittenNews[],
  versions: ReadonlyMap<number, string>,
  { work, audit }: Services,
): Promise<readonly string[]> {
  const counts = { added: 0, changed: 0, unchanged: 0 }
  for (const item of items) {
    const outcome = await publishNews(work.db, { ...item, picture: versions.get(item.id) ?? null })
    counts[outcome] += 1
  }
  if (counts.added + counts.changed > 0) {
    await announceSiteChange(work.db)
    await audit.record({ event: 'news_published', actor: 'operator', facts: counts })
  }
  const ahead = items.filter(({ publishedAtMs }) => publishedAtMs > systemClock.nowMs())
  return [
    `${amount(items.length, 'item')}: ${counts.added} added, ${counts.changed} changed, ${counts.unchanged} as before.`,
    ...ahead.map(({ id, publishedAtMs }) => `Item ${id} appears at ${moment(publishedAtMs)}.`),
  ]
}
