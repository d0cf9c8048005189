/** Folders of films that are looked through before anything is published: the same as on their page in the console. */
import { join, relative, sep } from 'node:path'
import { realpath } from 'node:fs/promises'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  amount,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import type { Services } from '#server/cli/command/services.ts'
import {
  applyFolder,
  discardFolder,
  filmsFolderOf,
  findPlace,
  listFolders,
  loadFolder,
  lookThrough,
  sendOrdered,
} from '#server/imports/imports.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { withQueue } from './films-queue.ts'
import { draftLine, itemLines, refusedLine } from './folder-lines.ts'

const maxItems = 1000

export const filmsFolderLook: CliCommand = {
  name: 'films folder look',
  usage: '<folder>',
  summary: 'look through a folder of films: what is new, changed, gone or doubtful, and why',
  help: `Stores the result as a draft with a number and publishes nothing. A folder in the folder of films of this
installation is looked through as a part of that, as the watched folder imports it; the console shows those drafts too.
What is understood wrongly is put right with "films naming set".

Example
  npm run ekran -- films folder look /media/films/new`,
  min: 1,
  max: 1,
  run: (input, tools) =>
    withServices(tools, async (services) => {
      const [folder = ''] = input.words
      const place = await placeOf(folder, tools, services)
      if (place === undefined) return refused(`there is no folder ${shown(folder)} that can be read`)
      const looked = await lookThrough(services.work.db, place, atTheTerminal())
      if (looked.kind === 'looked') return showDraft(services, looked.draftId)
      if (looked.kind === 'unreadable') return refused(`the folder cannot be read: ${looked.why}`)
      if (looked.kind === 'not_found') return refused('the draft has ended')
      return refused(`it has more than ${looked.max} files or is too slow; look through a folder in it`)
    }),
}

/** Below the folder of films the keys of titles begin there, elsewhere at the folder itself. */
async function placeOf(folder: string, { settings }: CommandTools, { work }: Services) {
  const real = await realpath(folder).catch(() => undefined)
  if (real === undefined) return undefined
  const own = await realpath(filmsFolderOf(settings.EKRAN_FILMS_INBOX, work.dataDir)).catch(() => undefined)
  const isOwn = own !== undefined && (real === own || real.startsWith(own + sep))
  const root = isOwn ? own : real
  const place = await findPlace(root, relative(root, real))
  return place.kind === 'folder' ? place : undefined
}

export const filmsFolderList: CliCommand = {
  name: 'films folder list',
  usage: '',
  summary: 'folders that wait for a decision, and those that were applied',
  help: `Example
  npm run ekran -- films folder list`,
  min: 0,
  max: 0,
  run: (_, tools) =>
    withServices(tools, async ({ work }) => {
      const drafts = await listFolders(work.db)
      return drafts.length === 0 ? done('No folder was looked through yet.') : done(...drafts.map(draftLine))
    }),
}

export const filmsFolderShow: CliCommand = {
  name: 'films folder show',
  usage: '<number>',
  summary: 'what a folder would change, from which value to which, and how each file is understood',
  help: `Example
  npm run ekran -- films folder show 3`,
  min: 1,
  max: 1,
  run: (input, tools) => withDraft(input, tools, (id, services) => showDraft(services, id)),
}

async function showDraft({ work }: Services, id: number): Promise<Outcome> {
  const loaded = await loadFolder(work.db, id, { view: 'all', fromItem: 0, limit: maxItems })
  if (loaded === undefined) return refused(`there is no look ${id} through a folder`)
  const { draft, items, counts } = loaded
  const hidden = counts.all - items.length
  return done(
    draftLine(draft),
    ...items.flatMap(({ similar_to: similarTo, ...item }) => itemLines({ ...item, similarTo })),
    ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
    ...draft.refused.map(refusedLine),
    `  ${counts.new} new, ${counts.changed} changed, ${draft.unchanged} unchanged, ${counts.gone} gone,` +
      ` ${draft.refused_count} refused, ${draft.passed_count} other files passed over`,
    ...(draft.state === 'open' ? [`To publish it: npm run ekran -- films folder apply ${id}`] : []),
  )
}

export const filmsFolderApply: CliCommand = {
  name: 'films folder apply',
  usage: '<number> [--only 0,3,4]',
  summary: 'publish what a look through a folder found, all of it or some',
  help: `All that is new or changed is published in one transaction, and its files are queued for packaging. What changed
since the look is left. Titles whose files are gone stay.

  --only   numbers of items, as "films folder show" has them

Examples
  npm run ekran -- films folder apply 3
  npm run ekran -- films folder apply 3 --only 0,2`,
  options: { only: { type: 'string' } },
  min: 1,
  max: 1,
  problem: (input) =>
    /^\d{1,9}(?:,\d{1,9})*$/.test(input.text('only') ?? '0')
      ? undefined
      : '--only takes numbers with commas between them',
  run: (input, tools) =>
    withDraft(input, tools, async (id, services) => {
      const { work, audit } = services
      const items = input.text('only')?.split(',').map(Number)
      const taken = items === undefined ? ({ take: 'all' } as const) : ({ take: 'only', items } as const)
      const pictures = await openPictures({ dir: join(work.dataDir, 'images'), log: tools.log })
      const outcome = await applyFolder({ db: work.db, pictures }, id, taken, atTheTerminal())
      switch (outcome.kind) {
        case 'not_found':
          return refused(`no look ${id} through a folder waits for a decision`)
        case 'nothing_taken':
          return refused(`look ${id} has nothing new and nothing changed among these`)
        case 'too_large':
          return refused(`it has more than ${outcome.max} files or is too slow; look through a folder in it`)
        case 'outdated':
        case 'changed_since':
          return refused('all of it has changed since: look through the folder again')
        case 'applied': {
          const { changeId, changed, left, assetIds } = outcome
          const facts = { change: changeId, draft: id }
          await audit.record({ event: 'films_imported', actor: 'operator', facts })
          await withQueue(tools, services, async ({ db, jobs }) => {
            if (jobs !== undefined) await sendOrdered(db, jobs, assetIds)
          })
          return done(
            `${amount(changed, 'title or episode', 'titles and episodes')} changed, ${amount(assetIds.length, 'file')} to package.`,
            ...left.map((path) => `  left, it changed since: ${shown(path)}`),
            ...undoLines(outcome),
          )
        }
      }
    }),
}

export const filmsFolderDiscard: CliCommand = {
  name: 'films folder discard',
  usage: '<number>',
  summary: 'end a look through a folder without publishing anything',
  help: `Example
  npm run ekran -- films folder discard 3`,
  min: 1,
  max: 1,
  run: (input, tools) =>
    withDraft(input, tools, async (id, { work }) =>
      (await discardFolder(work.db, id, systemClock.nowMs()))
        ? done(`Look ${id} is discarded; nothing was changed.`)
        : refused(`no look ${id} through a folder waits for a decision`),
    ),
}

async function withDraft(
  { words: [word = ''] }: CommandInput,
  tools: CommandTools,
  act: (id: number, services: Services) => Promise<Outcome>,
): Promise<Outcome> {
  if (!/^\d{1,9}$/.test(word)) return refused(`${shown(word)} is not the number of a look through a folder`)
  return withServices(tools, (services) => act(Number(word), services))
}
