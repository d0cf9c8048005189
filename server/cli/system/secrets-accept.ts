import { type CliCommand, done } from '#server/cli/command/command.ts'
import { auditOf } from '#server/cli/command/services.ts'
import { auditKey, rotateKey } from '#server/audit/audit.ts'
import { openWorkplace } from '#server/cli/command/open-workplace.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { readInstallationKey } from '#server/platform/installation/installation-key.ts'
import { acceptSecrets, readFact, secretsMarkName } from '#server/platform/installation/installation.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'

export const secretsAccept: CliCommand = {
  name: 'secrets accept',
  usage: '[--give-up]',
  summary: 'accept other secrets, when secrets.json is lost',
  help: `Every Ekran on one database needs the same secrets.json; one that has another does not start. When the right one is
lost, this makes the one of this data folder the right one (a new one where there is none). Every password has to be
set again, everybody is logged out, and saved cards are gone. The record of events goes on under another key; what
it said before can no longer be checked.

With EKRAN_KEY (or EKRAN_KEY_FILE) the secrets are in the database, wrapped with that key. When the key is lost, this
wraps those of this data folder's secrets.json with the new key. Secrets that the key opens stay as they are. Without a
key in the settings it goes back to the file.

  --give-up   the key and every copy of secrets.json are lost: make new secrets. The wrapped ones stay beside them in the
              database, in case the key is found

Examples
  npm run ekran -- secrets accept
  npm run ekran -- secrets accept --give-up`,
  options: { 'give-up': { type: 'boolean' } },
  min: 0,
  max: 0,
  run: async (input, tools) => {
    await using stack = new AsyncDisposableStack()
    // Not through `openServices`, which requires secrets that are already accepted.
    const work = await openWorkplace(tools.settings, tools.log, stack)
    const key = await readInstallationKey(tools.settings)
    const before = await readFact(work.db, secretsMarkName)
    const secrets = await acceptSecrets(work.db, work.dataDir, systemRandom, {
      key,
      givesUp: input.flag('give-up'),
    })
    // The same secrets at another place: the record of events goes on.
    if (before !== (await readFact(work.db, secretsMarkName)))
      await rotateKey({ db: work.db, clock: systemClock }, auditKey(secrets))
    await auditOf(tools, stack, work, secrets).record({ event: 'secrets_accepted', actor: 'operator' })
    return done(
      key === undefined
        ? `The secrets of ${work.dataDir} are the right ones from now on.`
        : 'The secrets in the database, wrapped with this key, are the right ones from now on.',
    )
  },
}
