/** Guides that are looked at before they are applied: what the rest of the imports module offers of them. */
export { applyGuideDraft, discardGuideDraft } from './apply-guide-draft.ts'
export { checkGuideDraft } from './check-guide.ts'
export {
  type GuideDraftDeps,
  appendToGuideDraft,
  fetchGuideDraft,
  startGuideDraft,
  storeGuideFile,
} from './draft-file.ts'
export {
  type GuideDraft,
  type GuideDraftChannel,
  type LoadedGuideDraft,
  listGuideDrafts,
  loadGuideDraft,
} from './list-guide-drafts.ts'
export { blockedDrafts } from './blocked-draft.ts'
export { type InspectedSchedule, inspectSchedule, readingOfDraft } from './inspect-schedule.ts'
