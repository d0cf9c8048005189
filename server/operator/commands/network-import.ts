import type { CliCommand } from './command.ts'
import { amount, done, refused } from './command.ts'
import { importList, listPlace } from '#server/region/region.ts'

export const networkImport: CliCommand = {
  name: 'network import',
  takes: '<file> [--force]',
  does: 'replace the list of the national network’s prefixes',
  help: `Takes a text file with one prefix a line (IPv4 and IPv6), "#" before a comment, "!" before a prefix that is
outside, and a line "# date: 2026-11-01" that says of what day the list is. It is checked whole before it takes the
place of the former one, and an Ekran that runs uses it within two seconds.

  --force   take it also when more than half of the prefixes would be lost, or most lines are no prefixes

Example
  npm run ekran -- network import tas-ix.txt`,
  options: { force: { type: 'boolean' } },
  least: 1,
  most: 1,
  run: async ({ words, flag }, { settings }) => {
    const place = listPlace(settings.EKRAN_NETWORK_PREFIXES, settings.EKRAN_DATA)
    const imported = await importList(words[0] ?? '', place, flag('force'))
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
      'An Ekran that runs uses it within two seconds.',
    )
  },
}
