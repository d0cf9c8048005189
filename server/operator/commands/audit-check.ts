import type { CliCommand } from './command.ts'
import { amount, done } from './command.ts'
import { openDesk } from './desk.ts'
import { checkChain } from '#server/audit/audit.ts'

export const auditCheck: CliCommand = {
  name: 'audit check',
  takes: '',
  does: 'whether anybody has changed the record of events',
  help: `Computes the chain of hashes again and names the first event that was changed or taken out; the exit code is then 1.
Events cut off at the end leave a chain that is whole: write down the last number and hash that are printed, and
compare them the next time with what "audit list" shows.

Example
  npm run ekran -- audit check`,
  least: 0,
  most: 0,
  run: async (_given, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work } = await openDesk(tools, stack)
    const checked = await checkChain(work.db)
    if (checked.kind === 'whole')
      return done(
        `The record is whole: ${amount(checked.events, 'event')}.`,
        ...(checked.events === 0 ? [] : [`The last is ${checked.events} with the hash ${checked.lastHash}.`]),
      )
    const how = checked.how === 'missing' ? 'is missing' : 'does not say what it said when it was written'
    return { kind: 'bad', lines: [`The record was changed: event ${checked.eventId} ${how}.`] }
  },
}
