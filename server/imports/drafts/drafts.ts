/** The public API of drafts: imports that are looked at before they are applied. */
export { applyDraft, discardDraft } from './apply-draft.ts'
export { checkDraft } from './check-draft.ts'
export { draftsWorker } from './drafts-worker.ts'
export { type RecordedThen, recordedWithDraft } from './archive-of-draft.ts'
export { listDrafts, loadDraft, type Draft, type StoredItem } from './list-drafts.ts'
export { appendToDraft, fetchDraft, fetchList, originOf, startDraft, storeDraft } from './upload-draft.ts'
