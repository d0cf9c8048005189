/** Tables that come back from a spreadsheet: uploads, what they would change, and applying them. */
import {
  consoleChannelTables,
  consoleCollectionTables,
  consoleEpisodeTables,
  consoleFilmGenreTables,
  consoleFilmTables,
  consoleMatchTables,
  consolePeopleTables,
  maxTableBytes,
  tableItemsAtOnce,
} from '#contract/console/tables.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { Fields } from '#server/changes/changes.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import {
  type TableDraft,
  type TableItem,
  type TableSubject,
  type TakenTable,
  appendToTable,
  applyTable,
  checkTable,
  discardTable,
  listTables,
  loadTable,
  startTable,
} from '#server/imports/imports.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { shownSource } from '#server/television/television.ts'

export function tableEndpoints(deps: ContentDeps): readonly BoundEndpoint[] {
  return [
    ...bindConsole(
      'consoleChannelTables',
      consoleChannelTables,
      handlersOf(deps, 'channels', 'channels_imported'),
    ),
    ...bindConsole('consoleFilmTables', consoleFilmTables, handlersOf(deps, 'films', 'films_edited')),
    ...bindConsole(
      'consoleCollectionTables',
      consoleCollectionTables,
      handlersOf(deps, 'collections', 'collections_imported'),
    ),
    ...bindConsole(
      'consoleEpisodeTables',
      consoleEpisodeTables,
      handlersOf(deps, 'episodes', 'films_edited'),
    ),
    ...bindConsole('consolePeopleTables', consolePeopleTables, handlersOf(deps, 'people', 'films_edited')),
    ...bindConsole(
      'consoleFilmGenreTables',
      consoleFilmGenreTables,
      handlersOf(deps, 'genres', 'films_edited'),
    ),
    ...bindConsole(
      'consoleMatchTables',
      consoleMatchTables,
      handlersOf(deps, 'matches', 'guide_matches_imported'),
    ),
  ]
}

/** The subjects have the same endpoints but for their permissions. */
type Endpoints = typeof consoleChannelTables

function handlersOf(deps: ContentDeps, subject: TableSubject, event: string): ConsoleHandlers<Endpoints> {
  return { ...uploadHandlers(deps, subject), ...draftHandlers(deps, subject, event) }
}

function uploadHandlers(
  deps: ContentDeps,
  subject: TableSubject,
): ConsoleHandlers<Endpoints, 'start' | 'append' | 'check'> {
  const { db } = deps
  const subjects = [subject]
  return {
    start: async ({ name, size_bytes: sizeBytes, language }, call) => {
      if (sizeBytes > maxTableBytes)
        return reject('table_too_large', { values: { limit: Math.floor(maxTableBytes / 1024 / 1024) } })
      const draftId = await startTable(db, { subject, name, sizeBytes, language, ...authorOf(call, deps) })
      return respond({ draft_id: draftId })
    },
    append: async ({ draft_id: draftId, begins_at: beginsAt, bytes }) => {
      const received = await appendToTable(db, { draftId, subjects }, beginsAt, Buffer.from(bytes, 'base64'))
      return received === undefined ? reject('table_not_found') : respond({ received_bytes: received })
    },
    check: async ({ draft_id: draftId }) => {
      const outcome = await checkTable(db, draftId, subjects)
      if (outcome.kind === 'not_found') return reject('table_not_found')
      if (outcome.kind === 'incomplete') return reject('table_incomplete')
      return respond({ draft_id: draftId })
    },
  }
}

function draftHandlers(
  deps: ContentDeps,
  subject: TableSubject,
  event: string,
): ConsoleHandlers<Endpoints, 'list' | 'one' | 'apply' | 'discard'> {
  const { db, clock } = deps
  const subjects = [subject]
  return {
    list: async () => respond({ drafts: (await listTables(db, subjects)).map(presentDraft) }),
    one: async ({ draft_id: draftId, view, from_item: fromItem }) => {
      const page = { view, fromItem, limit: tableItemsAtOnce }
      const loaded = await loadTable(db, { draftId, subjects }, page)
      if (loaded === undefined) return reject('table_not_found')
      const { draft, items, counts, comparison } = loaded
      return respond({
        draft: presentDraft(draft),
        items: items.map(presentItem),
        counts,
        comparison,
        problems: fromItem > 0 ? [] : [...draft.problems],
        warnings: fromItem > 0 ? [] : [...draft.warnings],
      })
    },
    apply: async ({ draft_id: draftId, ...taken }, call) => {
      const shown = subject === 'matches' ? await matchesOf(deps, draftId, taken) : undefined
      const outcome = await applyTable(db, { draftId, subjects }, taken, authorOf(call, deps))
      switch (outcome.kind) {
        case 'not_found':
          return reject('table_not_found')
        case 'nothing_taken':
          return reject('table_nothing_taken')
        case 'changed_since':
          return reject('table_outdated')
        case 'applied': {
          const { changeId, changed, left } = outcome
          if (shown === undefined) await recordSet(deps, event, call, changeId)
          else await recordMatches(deps, event, call, shown)
          return respond({ change_id: changeId, changed, left })
        }
      }
    },
    discard: async ({ draft_id: draftId }) =>
      (await discardTable(db, draftId, subjects, clock.nowMs()))
        ? respond({ draft_id: draftId })
        : reject('table_not_found'),
  }
}

interface ShownMatches {
  readonly subject: string
  readonly before: Fields
  readonly after: Fields
}

const maxRecorded = 500

/** What a table of matches says of each channel that is taken; applied, it is no set of changes that has this. */
async function matchesOf(
  { db }: ContentDeps,
  draftId: number,
  { take, items: listed = [] }: TakenTable,
): Promise<ShownMatches> {
  const page = { view: 'all', fromItem: 0, limit: maxRecorded } as const
  const loaded = await loadTable(db, { draftId, subjects: ['matches'] }, page)
  const numbers = new Set(listed)
  const items = (loaded?.items ?? []).filter(
    ({ item }) => take === 'all' || numbers.has(item) === (take === 'only'),
  )
  return {
    subject: loaded?.draft.name ?? '',
    before: Object.fromEntries(items.map(({ label, before }) => [label, before ?? {}])),
    after: Object.fromEntries(items.map(({ label, after }) => [label, after ?? {}])),
  }
}

async function recordMatches(
  { audit }: ContentDeps,
  event: string,
  { staff, clientAddress: address }: ConsoleCall,
  shown: ShownMatches,
): Promise<void> {
  const by = { staffId: staff.staffId, name: staff.name }
  const change = { staff: by, section: 'guide', ...shown }
  await audit.record({ event, actor: 'staff', address, facts: {}, change })
}

function presentDraft(draft: TableDraft) {
  return {
    ...{ draft_id: draft.id, subject: draft.subject, name: draft.name, refusal: draft.refusal },
    state: draft.state === 'open' ? ('open' as const) : ('applied' as const),
    staff_name: draft.staff_name,
    made_at: Math.floor(draft.made_at.getTime() / 1000),
    unchanged: draft.unchanged,
    problem_count: draft.problem_count,
    change_id: draft.change_id,
  }
}

function presentItem(item: TableItem) {
  return {
    ...{ item: item.item, kind: item.kind, id: item.entity_id, row: item.row_number, label: item.label },
    before: shownTexts(item.before),
    after: shownTexts(item.after),
    marks: item.marks,
    similar_to: item.similar_to,
  }
}

/** Addresses of sources without their credentials. */
function shownTexts(texts: TableItem['before']) {
  if (texts === null) return null
  const { sources } = texts
  return sources === undefined
    ? texts
    : { ...texts, sources: sources.split('\n').map(shownSource).join('\n') }
}
