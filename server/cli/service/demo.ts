import { atTheTerminal } from '#server/cli/command/changing.ts'
import { openAccountServices } from '#server/cli/command/services.ts'
import { type CliCommand, amount, done, refused } from '#server/cli/command/command.ts'
import { type DemoCounts, countDemo, recordChangeSet, removeDemo } from '#server/editing/editing.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const operator = { actor: 'operator', by: undefined } as const

export const demoRemove: CliCommand = {
  name: 'demo remove',
  usage: '[--yes]',
  summary: 'remove the channels, films, texts and accounts of the demo',
  help: `Without --yes it only says what it would remove. Content can be taken back for seven days ("changes list"); the accounts
whose passwords are printed at every start are closed and logged out, the promo code ends. Tariffs stay. No later start
brings the demo again; its programs beside Ekran end with the next start.

Example
  npm run ekran -- demo remove --yes`,
  options: { yes: { type: 'boolean' } },
  min: 0,
  max: 0,
  run: async ({ flag }, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work, audit, accounts } = await openAccountServices(tools, stack)
    const deps = { db: work.db, accounts }
    const counts = await countDemo(deps, systemClock.nowMs())
    if (counts === null) return refused('there is nothing of the demo here')
    if (!flag('yes')) return done(`This would be removed: ${textOf(counts)}.`, 'Say --yes to do it.')
    const removed = await removeDemo(deps, atTheTerminal())
    for (const changeId of removed.changeIds)
      await recordChangeSet({ db: work.db, audit }, 'demo_part_removed', operator, changeId)
    await audit.record({ event: 'demo_removed', actor: 'operator', facts: { channels: removed.channels } })
    return done(
      `Removed: ${textOf(removed)}.`,
      'Start Ekran again to end the programs of the demo. Content can be taken back: "changes list".',
    )
  },
}

function textOf({ channels, titles, collections, others, accounts }: DemoCounts): string {
  return [
    amount(channels, 'channel'),
    amount(titles, 'title'),
    amount(collections, 'collection'),
    `${others} banners, news, pages and cinemas`,
    amount(accounts, 'account'),
  ].join(', ')
}
