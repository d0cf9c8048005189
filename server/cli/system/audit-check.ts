import { type CliCommand, type Outcome, amount, done, refused, shown } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { auditKey, checkChain, readHeads } from '#server/audit/audit.ts'

const said = {
  missing: 'is missing',
  changed: 'does not say what it said when it was written',
  cut: 'and those after it were there once, and are no more',
} as const

export const auditCheck: CliCommand = {
  name: 'audit check',
  usage: '',
  summary: 'check that the audit was not changed',
  help: `Recomputes the chain of hashes and names the first event that was changed or deleted; the exit code is then 1.
The hashes are keyed with a key made of secrets.json, so that the database alone is not enough to forge them.

Events cut off at the end are detected by heads of the chain that are stored elsewhere. With EKRAN_AUDIT_HEADS set to a file
or folder, on another disk for instance, one is written there each hour, and all of them are compared here. Without it,
write down the last number and hash that are printed, and compare them the next time with what "audit list" shows.

Example
  npm run ekran -- audit check`,
  min: 0,
  max: 0,
  run: async (_input, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work, secrets } = await openServices(tools, stack)
    const place = tools.settings.EKRAN_AUDIT_HEADS
    const savedHeads = place === undefined ? undefined : await readHeads(place).catch(() => null)
    if (savedHeads === null) return refused(`the heads in ${shown(place ?? '')} cannot be read`)
    const checked = await checkChain(work.db, { key: auditKey(secrets), heads: savedHeads?.heads ?? [] })
    if (checked.kind === 'broken')
      return {
        kind: 'bad',
        lines: [`The record was changed: event ${checked.eventId} ${said[checked.how]}.`],
      }
    return reportWhole(checked, savedHeads)
  },
}

function reportWhole(
  {
    events,
    lastHash,
    keyedFrom,
    lostKey,
  }: Extract<Awaited<ReturnType<typeof checkChain>>, { kind: 'whole' }>,
  savedHeads: Awaited<ReturnType<typeof readHeads>> | undefined,
): Outcome {
  const plain = keyedFrom === undefined ? events : keyedFrom - 1
  return done(
    `The record is whole: ${amount(events, 'event')}.`,
    ...(events === 0 ? [] : [`The last is ${events} with the hash ${lastHash}.`]),
    ...(plain === 0
      ? []
      : [`The first ${amount(plain, 'event')} are of before the chain was keyed: their hashes need no key.`]),
    ...(lostKey === 0
      ? []
      : [`What ${amount(lostKey, 'event')} say cannot be checked: they are under secrets that are lost.`]),
    ...(savedHeads === undefined
      ? []
      : [`${amount(savedHeads.heads.length, 'head')} kept in ${shown(savedHeads.path)} agree with it.`]),
    ...(savedHeads === undefined || savedHeads.unreadable === 0
      ? []
      : [`${amount(savedHeads.unreadable, 'line')} of that file cannot be read.`]),
  )
}
