import { type CliCommand, done, refused } from '#server/cli/command/command.ts'
import { auditOf } from '#server/cli/command/services.ts'
import { openWorkplace } from '#server/cli/command/open-workplace.ts'
import { readInstallationKey, readKeyFile } from '#server/platform/installation/installation-key.ts'
import { rewrapSecrets } from '#server/platform/installation/sealed-secrets.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'

const noKey =
  'EKRAN_KEY (or EKRAN_KEY_FILE) is not set: it is the key that opens the secrets now, --new-key-file has the next one'
const notWrapped =
  'the secrets of this installation are not in its database. Start Ekran once with EKRAN_KEY: that wraps them'

export const secretsRewrap: CliCommand = {
  name: 'secrets rewrap',
  usage: '--new-key-file <file>',
  summary: 'wrap the secrets in the database with another key',
  help: `With EKRAN_KEY (or EKRAN_KEY_FILE) the secrets of the installation are in its database, wrapped with that key. This
wraps the same secrets with another one: passwords, sessions and saved cards stay as they are.

Processes that run go on. Each needs the new key at its next start, so set it in all of them right after this. The same
command again changes nothing more.

  --new-key-file <file>   a file with the new key: 32 characters or more, such as the output of: openssl rand -base64 48

Example
  npm run ekran -- secrets rewrap --new-key-file /etc/ekran/key-2027`,
  options: { 'new-key-file': { type: 'string' } },
  min: 0,
  max: 0,
  problem: (input) =>
    (input.text('new-key-file') ?? '') === '' ? '--new-key-file names the file with the new key' : undefined,
  run: async (input, tools) => {
    const from = await readInstallationKey(tools.settings)
    if (from === undefined) return refused(noKey)
    const into = await readKeyFile(input.text('new-key-file') ?? '', '--new-key-file')
    await using stack = new AsyncDisposableStack()
    const work = await openWorkplace(tools.settings, tools.log, stack)
    const outcome = await rewrapSecrets(work.db, { from, into }, systemRandom)
    if (outcome.kind === 'not_wrapped') return refused(notWrapped)
    if (outcome.kind === 'already')
      return done('The secrets are wrapped with this key; nothing was done now.')
    await auditOf(tools, stack, work, outcome.secrets).record({
      event: 'secrets_rewrapped',
      actor: 'operator',
    })
    return done(
      'The secrets are wrapped with the new key. Set it in every process before its next start; those that run go on.',
    )
  },
}
