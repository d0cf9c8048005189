/** Campaigns at the command line: each minute the running Ekran sends what is due. */
import { isNearlyEverybody } from '#contract/console/campaigns.ts'
import { messageMedia } from '#contract/console/message-texts.ts'
import {
  type Campaign,
  findCampaign,
  listCampaigns,
  measureEffect,
  removeDraft,
  reportCampaign,
  resumeCampaign,
  saveDraft,
  scheduleCampaign,
  stopCampaign,
} from '#server/campaigns/campaigns.ts'
import { byOperator } from '#server/cli/accounts/account-command.ts'
import { withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  done,
  moment,
  momentIn,
  type Outcome,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { countSegment } from '#server/segments/segments.ts'

const effectDays = 7
const countLimitMs = 60_000

export const campaignsList = listCommand('campaigns list', 'the newest 100 campaigns', async ({ work }) => {
  const campaigns = await listCampaigns(work.db)
  if (campaigns.length === 0) return ['There are no campaigns.']
  return campaigns.map(
    ({ campaignId, state, name, startsMs }) =>
      `  ${campaignId}  ${state}  ${moment(startsMs)}  ${shown(name)}`,
  )
})

/** A command about one campaign, whose number is its word. */
function campaignCommand(
  command: Pick<CliCommand, 'name' | 'summary' | 'help' | 'options'> & {
    readonly usage?: string
    work(campaign: Campaign, services: Services, input: CommandInput): Promise<Outcome>
  },
): CliCommand {
  const { work, usage, ...rest } = command
  return {
    ...rest,
    usage: `<number>${usage === undefined ? '' : ` ${usage}`}`,
    min: 1,
    max: 1,
    run: (input, tools) =>
      withServices(tools, async (services) => {
        const [word = ''] = input.words
        const campaign = await findCampaign(services.work.db, Number(word) || 0)
        if (campaign === undefined) return refused(`there is no campaign ${shown(word)}`)
        return work(campaign, services, input)
      }),
  }
}

function record({ audit }: Services, event: string, campaignId: number, after?: object): Promise<void> {
  const change = { section: 'messages', subject: `campaign ${campaignId}`, after: { ...after } }
  return audit.record({ ...byOperator, event, change })
}

export const campaignsShow = campaignCommand({
  name: 'campaigns show',
  summary: 'the delivery and effect of a campaign',
  help: `Payments and watched films count within ${effectDays} days after the message.

Example
  npm run ekran -- campaigns show 4`,
  work: async ({ campaignId, name, state, stoppedBy }, { work }) => {
    const [report, effect] = [
      await reportCampaign(work.db, campaignId, countLimitMs),
      await measureEffect(work.db, campaignId, { days: effectDays, limitMs: countLimitMs }),
    ]
    if (report === undefined) return refused('counting takes longer than a minute')
    const { recipients, waiting, sent, uncertain, failed, skipped } = report
    return done(
      `${shown(name)}: ${state}${stoppedBy === '' ? '' : ` by ${stoppedBy}`}`,
      `  recipients ${recipients}: sent ${sent}, waiting ${waiting}, uncertain ${uncertain}, failed ${failed}, skipped ${skipped}`,
      `  push ${report.push}, app ${report.app}, SMS ${report.sms} (delivered ${report.delivered}, ${report.costTiyin / 100} sums)`,
      effect === undefined
        ? '  what they did afterwards takes longer than a minute to count'
        : `  opened ${effect.opened}; paid ${effect.paid} (${effect.paidTiyin / 100} sums), watched ${effect.watched}`,
      ...report.reasons.map(({ reason, count }) => `  ${count}  ${shown(reason)}`),
    )
  },
})

export const campaignsAdd: CliCommand = {
  name: 'campaigns add',
  usage:
    '--name <name> --template <number> [--segment <number>] --media <list> [--at <time>] [--day-hours] [--budget <sums>]',
  summary: 'create a draft of a campaign, or change one',
  help: `  --segment    without it: all subscribers
  --media      of push, app and sms; the first that reaches a subscriber is used
  --at         2026-12-01T10:00, Tashkent; without it as soon as it is started
  --day-hours  only from 9 to 21 o'clock
  --budget     for SMS, in sums
  --id         the draft to change

Example
  npm run ekran -- campaigns add --name "Завтра" --template 2 --segment 3 --media push,sms --day-hours`,
  options: {
    ...{ name: { type: 'string' }, template: { type: 'string' }, segment: { type: 'string' } },
    ...{
      media: { type: 'string' },
      at: { type: 'string' },
      budget: { type: 'string' },
      id: { type: 'string' },
    },
    'day-hours': { type: 'boolean' },
  },
  min: 0,
  max: 0,
  run: async (input, tools) => {
    const name = input.text('name')?.trim() ?? ''
    if (name === '' || name.length > 120) return refused('--name has 1 to 120 characters')
    const words = (input.text('media') ?? '').split(',')
    const media = messageMedia.filter((one) => words.includes(one))
    if (media.length === 0 || media.length !== words.length)
      return refused(`--media is a list of ${messageMedia.join(', ')}`)
    const at = input.text('at')
    const startsMs = at === undefined ? systemClock.nowMs() : momentIn(at)
    if (startsMs === undefined) return refused('--at is a time like 2026-12-01T10:00')
    const budget = input.text('budget')
    if (budget !== undefined && !/^\d{1,9}$/.test(budget))
      return refused('--budget is a whole number of sums')
    const numberOf = (option: string) => Number(input.text(option)) || 0
    return withServices(tools, async (services) => {
      const { db } = services.work
      const campaignId = input.text('id') === undefined ? null : numberOf('id')
      const before = campaignId === null ? undefined : await findCampaign(db, campaignId)
      const draft = {
        ...{ campaignId, version: before?.version ?? 0, name, templateId: numberOf('template'), startsMs },
        ...{ segmentId: input.text('segment') === undefined ? null : numberOf('segment') },
        // In the order in which they were written.
        media: words.flatMap((word) => media.filter((one) => one === word)),
        ...{ dayHours: input.flag('day-hours'), staff: undefined },
        budgetTiyin: budget === undefined ? null : Number(budget) * 100,
      }
      const outcome = await saveDraft(db, draft, systemClock.nowMs())
      if (outcome.kind !== 'saved') return refused(whyNot[outcome.kind])
      await record(services, 'campaign_saved', outcome.campaignId, { name, media: draft.media })
      return done(
        `Campaign ${outcome.campaignId} is a draft. To start it: campaigns start ${outcome.campaignId}`,
      )
    })
  },
}

const whyNot = {
  no_template: 'there is no such template: see `templates list`',
  no_segment: 'there is no such segment: see `segments list`',
  missing: 'there is no such campaign: see `campaigns list`',
  state: 'it is no draft any more',
  changed: 'somebody else has changed it meanwhile',
}

export const campaignsStart = campaignCommand({
  name: 'campaigns start',
  usage: '[--everybody <count>]',
  summary: 'start a draft: it is sent when its time comes',
  help: `  --everybody   how many get it: for a campaign to nearly all subscribers

Example
  npm run ekran -- campaigns start 4`,
  options: { everybody: { type: 'string' } },
  work: async ({ campaignId, rules, name, version }, services, input) => {
    const { db } = services.work
    const counted = await countSegment(db, rules, { nowMs: systemClock.nowMs(), limitMs: countLimitMs })
    if (counted === undefined) return refused('counting takes longer than a minute')
    const { count, total } = counted
    if (isNearlyEverybody(counted) && input.text('everybody') !== String(count))
      return refused(`these are ${count} of all ${total} subscribers: confirm with --everybody ${count}`)
    const outcome = await scheduleCampaign(db, campaignId, version)
    if (outcome.kind !== 'scheduled') return refused(whyNot[outcome.kind])
    await record(services, 'campaign_started', campaignId, { name, recipients: count })
    return done(`Campaign ${campaignId} is started for ${count}.`)
  },
})

export const campaignsStop = campaignCommand({
  name: 'campaigns stop',
  summary: 'send nothing more of a campaign',
  help: `At most twenty SMS that were given to a gateway already still arrive.

Example
  npm run ekran -- campaigns stop 4`,
  work: async ({ campaignId }, services) => {
    if (!(await stopCampaign(services.work.db, campaignId))) return refused('nothing of it is being sent')
    await record(services, 'campaign_stopped', campaignId)
    return done(`Campaign ${campaignId} is stopped.`)
  },
})

export const campaignsResume = campaignCommand({
  name: 'campaigns resume',
  usage: '[--budget <sums>]',
  summary: 'go on with what was not sent of a campaign',
  help: `  --budget   another one for SMS, in sums

Example
  npm run ekran -- campaigns resume 4 --budget 500000`,
  options: { budget: { type: 'string' } },
  work: async ({ campaignId }, services, input) => {
    const budget = input.text('budget')
    if (budget !== undefined && !/^\d{1,9}$/.test(budget))
      return refused('--budget is a whole number of sums')
    const budgetTiyin = budget === undefined ? undefined : Number(budget) * 100
    if (!(await resumeCampaign(services.work.db, campaignId, budgetTiyin)))
      return refused('it is not stopped')
    await record(
      services,
      'campaign_resumed',
      campaignId,
      budget === undefined ? {} : { budget: Number(budget) },
    )
    return done(`Campaign ${campaignId} goes on.`)
  },
})

export const campaignsRemove = campaignCommand({
  name: 'campaigns remove',
  summary: 'delete a draft of a campaign',
  help: `Example
  npm run ekran -- campaigns remove 4`,
  work: async ({ campaignId }, services) => {
    if (!(await removeDraft(services.work.db, campaignId))) return refused(whyNot.state)
    await record(services, 'campaign_removed', campaignId)
    return done(`Campaign ${campaignId} is deleted.`)
  },
})
