/** Drafts of the installation's own folder of films: the console shows and changes no others. */
import { realpath } from 'node:fs/promises'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ContentDeps } from '#server/console/changes/record-set.ts'
import { type FolderDraft, type Looked, loadFolder } from '#server/imports/imports.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { Jobs } from '#server/platform/jobs.ts'

export interface FolderDeps extends ContentDeps {
  /** Where uploads arrive, and what is watched. */
  readonly filmsFolder: string
  /** It is watched only after the first run. */
  readonly watchWaits: boolean
  readonly pictures: Pick<Pictures, 'store'>
  readonly jobs: Pick<Jobs, 'send'>
}

/** The folder of films without links; undefined when it is not there. */
export async function rootOf({ filmsFolder }: Pick<FolderDeps, 'filmsFolder'>): Promise<string | undefined> {
  return realpath(filmsFolder).catch(() => undefined)
}

/** An open draft of the folder of films. */
export async function ownDraft(deps: FolderDeps, draftId: number): Promise<FolderDraft | undefined> {
  const loaded = await loadFolder(deps.db, draftId, { view: 'all', fromItem: 0, limit: 1 })
  const isOwn = loaded?.draft.state === 'open' && loaded.draft.root === (await rootOf(deps))
  return isOwn ? loaded.draft : undefined
}

/** The response to a look. */
export function lookedResponse(looked: Looked) {
  switch (looked.kind) {
    case 'looked':
      return respond({ draft_id: looked.draftId })
    case 'not_found':
      return reject('folder_draft_gone')
    case 'too_large':
      return reject('folder_too_large', { values: { limit: looked.max } })
    case 'unreadable':
      return reject('folder_unreadable', { values: { why: looked.why } })
  }
}
