/** Drafts of folders, their items and rules in the contract's shape. */
import { relative } from 'node:path'
import { reasonSources, reasonSubjects, folderMarks } from '#contract/console/folders.ts'
import type { FolderDraft, StoredFolderItem, StoredNaming } from '#server/imports/imports.ts'

export function presentFolderDraft(draft: FolderDraft) {
  return {
    ...{ draft_id: draft.id, folder: draft.folder, staff_name: draft.staff_name },
    state: draft.state === 'open' ? ('open' as const) : ('applied' as const),
    looked_at: Math.floor(draft.looked_at.getTime() / 1000),
    ...{ unchanged: draft.unchanged, refused_count: draft.refused_count },
    ...{ passed_count: draft.passed_count, change_id: draft.change_id },
  }
}

export function presentFolderItem(item: StoredFolderItem) {
  return {
    ...{ item: item.item, kind: item.kind, what: item.what, path: item.path, vid: item.title_id },
    ...{ label: item.label, locked: item.locked, similar_to: item.similar_to, guess: item.guess },
    before: item.before === null ? null : { ...item.before },
    after: item.after === null ? null : { ...item.after },
    marks: folderMarks.filter((mark) => item.marks.includes(mark)),
    reasons: item.reasons.filter(
      ({ what, from }) => reasonSubjects.includes(what) && reasonSources.includes(from),
    ),
  }
}

/** A rule of the root, or of a folder above, has no path. */
export function presentRule({ path, is_folder, rule, staff_name }: StoredNaming, root: string) {
  const here = relative(root, path)
  const isAbove = here.startsWith('..')
  return { path: isAbove ? '' : here, is_folder, is_above: isAbove, rule: { ...rule }, staff_name }
}
