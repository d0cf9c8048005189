/** The public API of editing: corrections of content that concern several modules. */
export { addChannel } from './add-channel.ts'
export { type FirstTariff, createFirstTariff, tariffGround } from './first-tariff.ts'
export { type DemoCounts, type RemoveDemoDeps, countDemo, removeDemo } from './remove-demo.ts'
export { followEpisodes } from './follow-episodes.ts'
export { mergeContentChannels } from './merge-channels.ts'
export { editingWorkers } from './purge-channels.ts'
export { changeSetEntry, recordApplied, recordChangeSet } from './record-set.ts'
export {
  type NewTrial,
  type TrialDeps,
  freeSubscriberNumber,
  listTrials,
  makeTrial,
  removeTrial,
  trialNumber,
  trialTariffs,
} from './trial-subscribers.ts'
export { undoContent } from './undo-content.ts'
