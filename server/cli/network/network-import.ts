import { type CliCommand, amount, done, refused, type CommandTools } from '#server/cli/command/command.ts'
import { openWorkplace } from '#server/cli/command/open-workplace.ts'
import { importList, listPlace, removeList } from '#server/region/region.ts'

export const networkImport: CliCommand = {
  name: 'network import',
  usage: '<file> [--force]',
  summary: 'replace the list of the national network’s prefixes',
  help: `Reads a text file with one prefix per line (IPv4 and IPv6), "#" before a comment, "!" before a prefix that is
outside, and a line "# date: 2026-11-01" that says of what day the list is. It is checked whole before it takes the
place of the former one in the database, and every Ekran on it uses it at once.

  --force   take it also when more than half of the prefixes would be lost, or most lines are no prefixes

Example
  npm run ekran -- network import tas-ix.txt`,
  options: { force: { type: 'boolean' } },
  min: 1,
  max: 1,
  run: async ({ words, flag }, tools) => {
    await using stack = new AsyncDisposableStack()
    const imported = await importList(words[0] ?? '', await placesOf(tools, stack), flag('force'))
    if (imported.kind === 'refused') return refused(imported.why)
    const { count, dateMs, badCount, badLines } = imported.list
    const more = badCount > badLines.length ? ` and ${badCount - badLines.length} more` : ''
    return done(
      `Taken: ${amount(count, 'prefix', 'prefixes')} of ${new Date(dateMs).toISOString().slice(0, 10)} (before: ${imported.formerCount}).`,
      ...(badCount === 0
        ? []
        : [
            `Left out, because they are no prefixes: ${amount(badCount, 'line')} (${badLines.join(', ')}${more}).`,
          ]),
      'Every Ekran on this database uses it from now on.',
    )
  },
}

export const networkRemove: CliCommand = {
  name: 'network remove',
  usage: '',
  summary: 'remove the list: all clients are inside again',
  help: `Takes the list of prefixes out of the database, for every Ekran on it, and its file out of the data folder.

Example
  npm run ekran -- network remove`,
  min: 0,
  max: 0,
  run: async (_input, tools) => {
    await using stack = new AsyncDisposableStack()
    const removed = await removeList(await placesOf(tools, stack))
    if (removed === 'named')
      return refused(
        'EKRAN_NETWORK_PREFIXES names a file, whose list would come back; leave the setting out first',
      )
    return done(
      removed === 'none' ? 'There was no list: everybody is inside.' : 'Everybody is inside from now on.',
    )
  },
}

async function placesOf({ settings, log }: CommandTools, stack: AsyncDisposableStack) {
  const { db, dataDir } = await openWorkplace(settings, log, stack)
  return { db, place: listPlace(settings.EKRAN_NETWORK_PREFIXES, dataDir) }
}
