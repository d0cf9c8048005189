import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CliCommand, amount, done, refused, shown } from '#server/cli/command/command.ts'
import { withServices, notANumber, numberOf, unknown } from './channels-edit.ts'
import { moveTariffChannel } from '#server/billing/billing.ts'
import { moveComplaints } from '#server/complaints/complaints.ts'
import { movePlays } from '#server/monitoring/monitoring.ts'
import { mergeChannels, type MergedChannels } from '#server/television/television.ts'
import { moveFavouriteChannel } from '#server/viewing/viewing.ts'

export const channelsMerge: CliCommand = {
  name: 'channels merge',
  usage: '<number> <into number>',
  summary: 'merge two channels: the first into the second',
  help: `The second keeps its name, number and recording settings. From the first it gets the sources (after its own, as backups),
the aliases, the favourites, the tariffs, the complaints and play statistics, and its logo, the guide and the archive where
it has none of its own. From then on a list that has the first means the second. The archive is moved only while Ekran does not run;
otherwise its path is printed. It cannot be undone.

Example
  npm run ekran -- channels merge 112 12`,
  min: 2,
  max: 2,
  run: async ({ words: [one = '', other = ''] }, tools) => {
    const [from, into] = [numberOf(one), numberOf(other)]
    if (from === undefined) return notANumber(one)
    if (into === undefined) return notANumber(other)
    if (from === into) return refused('a channel cannot be merged into itself')
    return withServices(tools, async ({ work, audit }) => {
      const [favourites, tariffs] = [{ moved: 0 }, { moved: 0 }]
      const moved = { complaints: 0, plays: 0 }
      const merged = await mergeChannels(work.db, { from, into }, async (tx, cids) => {
        favourites.moved = await moveFavouriteChannel(tx, cids)
        tariffs.moved = await moveTariffChannel(tx, cids)
        moved.complaints = await moveComplaints(tx, cids)
        moved.plays = await movePlays(tx, cids)
      })
      if (merged.kind === 'unknown_channel') return unknown(merged.number)
      if (merged.kind === 'not_received')
        return refused(`channel ${merged.number} is made of films by a schedule and cannot be merged`)
      const facts = { cid: merged.from.cid, into: merged.into.cid, sources: merged.sources }
      await audit.record({ event: 'channels_merged', actor: 'operator', facts })
      return done(
        `${shown(merged.from.name)} (${from}) is ${shown(merged.into.name)} (${into}) from now on.`,
        `  ${amount(merged.sources, 'source')}, ${amount(merged.aliases, 'alias', 'aliases')}, ` +
          `${amount(favourites.moved, 'favourite')}, ${amount(tariffs.moved, 'tariff')} and ` +
          `${amount(merged.programmes, 'programme')} of the guide moved.`,
        `  ${amount(moved.complaints, 'complaint')} and ${amount(moved.plays, 'figure')} of how it played moved.`,
        ...(merged.sourcesLeft > 0
          ? [`  ${amount(merged.sourcesLeft, 'source')} found no place: a channel has 16 at most.`]
          : []),
        ...(await moveArchive(work.dataDir, merged, work.serverRuns)),
      )
    })
  },
}

/** The recordings of the first move to the second when that has none and no process uses them. */
async function moveArchive(
  dataDir: string,
  { from, into }: MergedChannels,
  isRunning: boolean,
): Promise<string[]> {
  const folder = (cid: number) => join(dataDir, 'media', 'live', String(cid))
  const exists = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    )
  const [source, target] = [folder(from.cid), folder(into.cid)]
  if (!(await exists(source))) return []
  if (await exists(target))
    return [
      `  Both have an archive; that of ${shown(into.name)} stays, the other lies in ${source}.`,
      `  The Ekran that records gives it up within seven days; to do it now: rm -r ${source}`,
    ]
  if (isRunning)
    return [`  The archive of ${shown(from.name)} was not moved, because Ekran runs; it lies in ${source}.`]
  await rename(source, target)
  return ['  The archive was moved.']
}
