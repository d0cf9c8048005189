import * as z from 'zod/mini'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { settleReceipts } from './receipts.ts'
import { type SendDeps, sendCampaigns } from './send-campaigns.ts'

/** Each minute, and as soon as a campaign is started: sends what is due. */
export const sendCampaignsJob = jobKind({
  name: 'campaigns.send',
  data: z.object({}),
  cron: '* * * * *',
  oneWaits: true,
  tries: 1,
})

export function campaignWorkers(deps: SendDeps): readonly JobWorker[] {
  return [
    jobWorker(sendCampaignsJob, async (_data, { signal }) => {
      await settleReceipts(deps.db, deps.clock.nowMs())
      await sendCampaigns(deps, signal)
    }),
  ]
}
