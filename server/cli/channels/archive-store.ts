/** Whose the store of the archive is. */
import { acceptArchiveStore } from '#media/media.ts'
import { type CliCommand, done, refused } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { loadInstallationId, quietLine, whyQuiet } from '#server/platform/installation/installation.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { archiveStoreOf } from '#server/platform/settings/object-store-settings.ts'

export const archiveStoreAccept: CliCommand = {
  name: 'archive store-accept',
  usage: '--yes',
  summary: 'take over the archive store of the installation that this one replaces',
  help: `The archive store (EKRAN_ARCHIVE_STORE) belongs to the installation that used it first. One that was restored from
a backup is another installation, so that a copy beside the original leaves its archive alone. When the original is off
for good, and quiet mode is off, this makes the store this installation's. A running Ekran notices within ten minutes and
restores the channels from there.

  --yes       no other Ekran records into this store any more

Example
  npm run ekran -- archive store-accept --yes`,
  options: { yes: { type: 'boolean' } },
  min: 0,
  max: 0,
  problem: (input) =>
    input.flag('yes') ? undefined : 'say --yes if no other Ekran records into the archive store any more',
  run: async (_input, tools) => {
    const config = archiveStoreOf(tools.settings)
    if (config === undefined)
      return refused('EKRAN_ARCHIVE_STORE is not set: the archive is on this machine only')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const why = await whyQuiet(work.db, tools.settings)
    if (why !== undefined) return refused(quietLine(why).replace(/\.$/, ''))
    const installation = await loadInstallationId(work.db, systemRandom)
    const response = await acceptArchiveStore(config, installation, tools.signal)
    if (response.kind === 'failed') return refused(`${config.address} cannot be used: ${response.why}`)
    if (response.kind === 'own') return done(`${config.address} belongs to this installation already.`)
    const facts = { address: config.address }
    await audit.record({ event: 'archive_store_accepted', actor: 'operator', facts })
    return done(`${config.address} belongs to this installation from now on.`)
  },
}
