/** The public API of campaigns: messages to segments, their templates, delivery and effect. */
export {
  type Campaign,
  findCampaign,
  listCampaigns,
  removeDraft,
  resumeCampaign,
  saveDraft,
  scheduleCampaign,
  stopCampaign,
} from './campaign-store.ts'
export { campaignWorkers, sendCampaignsJob } from './campaign-workers.ts'
export { type CommandBatch, listBatches, startBatch, stopBatch } from './commands/command-batches.ts'
export {
  commandBatchWorkers,
  messagesPerDay,
  sendCommandBatches,
  sendCommandsJob,
} from './commands/send-command-batches.ts'
export { exportSegment } from './export-segment.ts'
export {
  isOptedOut,
  type MessageSettings,
  readMessageSettings,
  saveMessageSettings,
  setOptOut,
} from './message-settings.ts'
export { settleReceipts, storeReceipt } from './receipts.ts'
export { renderMessage, unknownField } from './render-message.ts'
export { readRecipients } from './recipients.ts'
export { type CampaignReport, measureEffect, reportCampaign } from './report-campaign.ts'
export { sendCampaigns } from './send-campaigns.ts'
export {
  findTemplate,
  listTemplates,
  maxTemplates,
  removeTemplate,
  type SavedTemplate,
  saveTemplate,
} from './templates.ts'
export { sendTest } from './test-message.ts'
