/** Who of the staff sees the site as a subscriber, and the end of it. */
import { openAccounts } from '#server/accounts/accounts.ts'
import {
  type CliCommand,
  type CommandTools,
  amount,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { openStaffServices } from '#server/cli/staff/staff-services.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openSupportViews, type SupportViews } from '#server/support-views/support-views.ts'

async function openViews(tools: CommandTools, stack: AsyncDisposableStack): Promise<SupportViews> {
  const { work, staff, audit, secrets } = await openStaffServices(tools, stack)
  const common = { db: work.db, clock: systemClock, random: systemRandom }
  const accounts = openAccounts({ ...common, pepper: secrets.passwordPepper, supportPhone: '', audit })
  // No view begins here, so no address is looked up.
  return openSupportViews({ ...common, staff, audit, accounts, region: { audienceOf: () => 'inside' } })
}

export const subscribersViews: CliCommand = {
  name: 'subscribers views',
  usage: '',
  summary: 'who of the staff sees the site as a subscriber now',
  help: `A view begins in the console, on the card of a subscriber, lasts 15 minutes at most and changes nothing. Its start, with
the reason, and its end, with what was requested, are in the audit.

Example
  npm run ekran -- subscribers views`,
  min: 0,
  max: 0,
  run: async (_input, tools) => {
    await using stack = new AsyncDisposableStack()
    const live = await (await openViews(tools, stack)).list()
    return done(
      amount(live.length, 'view'),
      ...live.map(
        (one) =>
          `  ${one.viewId}  ${shown(one.staffName)} sees ${one.abonement} until ${moment(one.untilMs)}: ${shown(one.reason)}`,
      ),
    )
  },
}

export const subscribersViewEnd: CliCommand = {
  name: 'subscribers view-end',
  usage: '<view> | all',
  summary: 'end a view of the site as a subscriber, or all of them, at once',
  help: `The next request of the view is refused in every process. An address of a channel or film that it got opens for two
minutes more at most.

Examples
  npm run ekran -- subscribers view-end 6f1c2a0e-5a43-4d1b-9a9e-2f1f7f0c9b11
  npm run ekran -- subscribers view-end all`,
  min: 1,
  max: 1,
  run: async ({ words }, tools) => {
    await using stack = new AsyncDisposableStack()
    const views = await openViews(tools, stack)
    const live = (await views.list()).filter(({ viewId }) => words[0] === 'all' || viewId === words[0])
    if (live.length === 0 && words[0] !== 'all')
      return refused(`there is no live view ${shown(words[0] ?? '')}: see "subscribers views"`)
    let ended = 0
    for (const { viewId } of live) if (await views.end(viewId, { by: 'operator' })) ended += 1
    return done(`${amount(ended, 'view')} ended.`)
  },
}
