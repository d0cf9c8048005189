/** What the staff says about the names of files and folders; the draft is compared again at once. */
import type { consoleFolders as endpoints } from '#contract/console/folders.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ConsoleCall, ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { authorOf } from '#server/console/changes/record-set.ts'
import {
  type FileNaming,
  type FolderNaming,
  type StoredNaming,
  findPlace,
  lookAgain,
  removeNaming,
  saveNaming,
} from '#server/imports/imports.ts'
import { type FolderDeps, lookedResponse, ownDraft, rootOf } from './folder-draft.ts'

type Names = 'again' | 'correct' | 'rule' | 'forget'

export function namingHandlers(deps: FolderDeps): ConsoleHandlers<typeof endpoints, Names> {
  const { db, clock } = deps
  const compareAgain = async (draftId: number) =>
    draftId === 0 ? undefined : lookedResponse(await lookAgain(db, draftId, clock.nowMs()))
  const isOther = async (draftId: number) => draftId !== 0 && (await ownDraft(deps, draftId)) === undefined
  return {
    again: async ({ draft_id: draftId }) => {
      if (await isOther(draftId)) return reject('folder_draft_gone')
      return lookedResponse(await lookAgain(db, draftId, clock.nowMs()))
    },
    correct: async ({ draft_id: draftId, path, ...rule }, call) => {
      const draft = await ownDraft(deps, draftId)
      if (draft === undefined) return reject('folder_draft_gone')
      if (!isPathBelow(path)) return reject('folder_outside')
      const named = { path: `${draft.root}/${path}`, is_folder: false, rule: defined<FileNaming>(rule) }
      const saved = await saveNaming(db, named, authorOf(call, deps))
      if (saved.kind === 'full') return reject('folder_rules_full', { values: { limit: saved.max } })
      await record(deps, call, path, { before: saved.before, after: named.rule })
      return lookedResponse(await lookAgain(db, draftId, clock.nowMs()))
    },
    rule: async ({ draft_id: draftId, folder, ...input }, call) => {
      if (await isOther(draftId)) return reject('folder_draft_gone')
      const place = await findPlace(deps.filmsFolder, folder)
      if (place.kind === 'outside') return reject('folder_outside')
      if (place.kind === 'unreadable') return reject('folder_unreadable', { values: { why: place.why } })
      const path = place.folder === '' ? place.root : `${place.root}/${place.folder}`
      const rule = defined<FolderNaming>(input)
      if (Object.keys(rule).length === 0) await forget(deps, call, path, place.folder)
      else {
        const saved = await saveNaming(db, { path, is_folder: true, rule }, authorOf(call, deps))
        if (saved.kind === 'full') return reject('folder_rules_full', { values: { limit: saved.max } })
        await record(deps, call, place.folder, { before: saved.before, after: rule })
      }
      const looked = await compareAgain(draftId)
      return looked === undefined || !('failure' in looked) ? respond({ folder: place.folder }) : looked
    },
    forget: async ({ draft_id: draftId, path }, call) => {
      if (await isOther(draftId)) return reject('folder_draft_gone')
      if (path !== '' && !isPathBelow(path)) return reject('folder_outside')
      const root = await rootOf(deps)
      if (root !== undefined) await forget(deps, call, path === '' ? root : `${root}/${path}`, path)
      const looked = await compareAgain(draftId)
      return looked === undefined || !('failure' in looked) ? respond({ path }) : looked
    },
  }
}

/** A rule that is gone already is no problem. */
async function forget(deps: FolderDeps, call: ConsoleCall, path: string, shown: string): Promise<void> {
  const gone = await removeNaming(deps.db, path)
  if (gone !== undefined) await record(deps, call, shown, { before: gone.rule, after: null })
}

/** A relative path that stays below where it begins. */
function isPathBelow(path: string): boolean {
  return (
    !path.startsWith('/') && !path.includes('\0') && path.split('/').every((part) => !/^\.{0,2}$/.test(part))
  )
}

/** Without the fields that were not sent. */
function defined<Fields extends object>(fields: {
  readonly [Name in keyof Fields]: Fields[Name] | undefined
}): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}

async function record(
  { audit }: FolderDeps,
  { staff, clientAddress: address }: ConsoleCall,
  subject: string,
  {
    before,
    after,
  }: { readonly before: StoredNaming['rule'] | null; readonly after: StoredNaming['rule'] | null },
): Promise<void> {
  await audit.record({
    event: 'film_naming_changed',
    actor: 'staff',
    address,
    facts: {},
    change: {
      staff: { staffId: staff.staffId, name: staff.name },
      section: 'films',
      subject: `names ${subject}`,
      before: { ...before },
      after: { ...after },
    },
  })
}
