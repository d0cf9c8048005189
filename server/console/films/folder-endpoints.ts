/** Folders of films in the console: looked through, corrected, applied in part or whole. */
import { consoleFolders as endpoints, folderItemsAtOnce } from '#contract/console/folders.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import { authorOf, recordSet } from '#server/console/changes/record-set.ts'
import {
  applyFolder,
  discardFolder,
  findPlace,
  isInFirstRun,
  listFolders,
  listNaming,
  listPlaces,
  loadFolder,
  lookThrough,
  sendOrdered,
} from '#server/imports/imports.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type FolderDeps, lookedResponse, ownDraft, rootOf } from './folder-draft.ts'
import { namingHandlers } from './folder-naming.ts'
import { presentFolderDraft, presentFolderItem, presentRule } from './present-folder.ts'

export type { FolderDeps } from './folder-draft.ts'

export function folderEndpoints(deps: FolderDeps): readonly BoundEndpoint[] {
  const handlers: ConsoleHandlers<typeof endpoints> = {
    ...lookHandlers(deps),
    ...namingHandlers(deps),
    ...endHandlers(deps),
  }
  return bindConsole('consoleFolders', endpoints, handlers)
}

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

function lookHandlers(deps: FolderDeps): Handlers<'places' | 'list' | 'one' | 'look'> {
  const { db, filmsFolder } = deps
  return {
    places: async ({ folder: typed }) => {
      const root = await rootOf(deps)
      const isWaiting = deps.watchWaits && (await isInFirstRun(db))
      // Nothing was uploaded yet.
      if (root === undefined)
        return respond({
          ...{ root: filmsFolder, exists: false, folder: '', folders: [], is_cut: false, rules: [] },
          is_waiting: isWaiting,
        })
      const place = await findPlace(root, typed)
      if (place.kind === 'outside') return reject('folder_outside')
      if (place.kind === 'unreadable') return reject('folder_unreadable', { values: { why: place.why } })
      const { names, isCut } = await listPlaces(root, place.folder)
      const rules = await listNaming(db, place.folder === '' ? root : `${root}/${place.folder}`)
      return respond({
        ...{ root, exists: true, folder: place.folder, folders: [...names], is_cut: isCut },
        rules: rules.map((rule) => presentRule(rule, root)),
        is_waiting: isWaiting,
      })
    },
    list: async () => {
      const root = await rootOf(deps)
      const drafts = root === undefined ? [] : await listFolders(db, root)
      return respond({ drafts: drafts.map(presentFolderDraft) })
    },
    one: async ({ draft_id: draftId, view, from_item: fromItem }) => {
      const loaded = await loadFolder(db, draftId, { view, fromItem, limit: folderItemsAtOnce })
      if (loaded === undefined || loaded.draft.root !== (await rootOf(deps)))
        return reject('folder_draft_gone')
      const { draft, items, counts, comparison } = loaded
      const { root, folder } = draft
      const rules = fromItem > 0 ? [] : await listNaming(db, folder === '' ? root : `${root}/${folder}`)
      return respond({
        draft: presentFolderDraft(draft),
        items: items.map(presentFolderItem),
        counts,
        comparison,
        refused: fromItem > 0 ? [] : draft.refused.map(({ where: path, what, why }) => ({ path, what, why })),
        rules: rules.map((rule) => presentRule(rule, root)),
      })
    },
    look: async ({ folder: typed }, call) => {
      const place = await findPlace(filmsFolder, typed)
      if (place.kind === 'outside') return reject('folder_outside')
      if (place.kind === 'unreadable') return reject('folder_unreadable', { values: { why: place.why } })
      return lookedResponse(await lookThrough(db, place, authorOf(call, deps)))
    },
  }
}

const maxNamed = 20

function endHandlers(deps: FolderDeps): Handlers<'apply' | 'discard'> {
  const { db, jobs, clock } = deps
  return {
    apply: async ({ draft_id: draftId, ...taken }, call) => {
      if ((await ownDraft(deps, draftId)) === undefined) return reject('folder_draft_gone')
      const outcome = await applyFolder(deps, draftId, taken, authorOf(call, deps))
      switch (outcome.kind) {
        case 'not_found':
          return reject('folder_draft_gone')
        case 'nothing_taken':
          return reject('table_nothing_taken')
        case 'outdated':
          return reject('draft_outdated')
        case 'changed_since':
          return reject('folder_nothing_left')
        case 'too_large':
          return reject('folder_too_large', { values: { limit: outcome.max } })
        case 'applied': {
          const { changeId, changed, left, assetIds } = outcome
          await recordSet(deps, 'films_imported', call, changeId)
          await sendOrdered(db, jobs, assetIds)
          return respond({
            ...{ change_id: changeId, changed, left: left.slice(0, maxNamed), left_count: left.length },
          })
        }
      }
    },
    discard: async ({ draft_id: draftId }) => {
      const isOwn = (await ownDraft(deps, draftId)) !== undefined
      return isOwn && (await discardFolder(db, draftId, clock.nowMs()))
        ? respond({ draft_id: draftId })
        : reject('folder_draft_gone')
    },
  }
}
