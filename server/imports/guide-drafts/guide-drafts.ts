/** Guides that are looked at before they are applied: what the rest of the imports module offers of them. */
export {
  type GuideApplyOutcome,
  type TakenChannels,
  applyGuideDraft,
  discardGuideDraft,
} from './apply-guide-draft.ts'
export { type GuideCheckOutcome, checkGuideDraft } from './check-guide.ts'
export {
  type GuideDraftDeps,
  type StoredGuide,
  appendToGuideDraft,
  fetchGuideDraft,
  maxGuideBytes,
  startGuideDraft,
  storeGuideFile,
} from './draft-file.ts'
export { guideDraftsWorker } from './drafts-worker.ts'
export {
  type GuideDraft,
  type GuideDraftChannel,
  type LoadedGuideDraft,
  listGuideDrafts,
  loadGuideDraft,
} from './list-guide-drafts.ts'
export { heldDrafts } from './held-draft.ts'
export { type InspectedSchedule, inspectSchedule, mappingOfDraft } from './inspect-schedule.ts'
