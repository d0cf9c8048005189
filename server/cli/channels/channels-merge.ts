import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CliCommand, amount, done, refused, shown } from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import { notANumber, numberOf, unknown } from './channels-edit.ts'
import { mergeContentChannels } from '#server/editing/editing.ts'
import { loadChannels, type MergedChannels } from '#server/television/television.ts'

export const channelsMerge: CliCommand = {
  name: 'channels merge',
  usage: '<number> <into number>',
  summary: 'merge two channels: the first into the second',
  help: `The second keeps its name, number and recording settings. From the first it gets the sources (after its own, as backups),
the aliases, the favourites, the tariffs, the complaints and play statistics, and its logo, the guide and the archive where
it has none of its own. From then on a list that has the first means the second. The archive is moved only while Ekran does not run;
otherwise its path is printed. It can be undone for seven days; the archive and the play statistics then stay with the second.

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
      const channels = await loadChannels(work.db)
      const cidOf = (number: number) => channels.find((channel) => channel.number === number)?.cid
      const cids = { from: cidOf(from), into: cidOf(into) }
      if (cids.from === undefined) return unknown(from)
      if (cids.into === undefined) return unknown(into)
      const merged = await mergeContentChannels(
        work.db,
        { from: cids.from, into: cids.into },
        atTheTerminal(),
      )
      if (merged.kind === 'unknown_channel' || merged.kind === 'itself')
        return refused('somebody else has just changed these channels: look at them and try again')
      if (merged.kind === 'not_received')
        return refused(
          `channel ${merged.cid === cids.from ? from : into} is made of films by a schedule and cannot be merged`,
        )
      const facts = { cid: merged.from.cid, into: merged.into.cid, change: merged.changeId }
      await audit.record({ event: 'channels_merged', actor: 'operator', facts })
      const { favourites = 0, tariffs = 0, complaints = 0 } = merged.followed
      return done(
        `${shown(merged.from.name)} (${from}) is ${shown(merged.into.name)} (${into}) from now on.`,
        `  ${amount(merged.sources, 'source')}, ${amount(merged.aliases, 'alias', 'aliases')}, ` +
          `${amount(favourites, 'favourite')}, ${amount(tariffs, 'tariff')}, ` +
          `${amount(complaints, 'complaint')} and ${amount(merged.programmes, 'programme')} of the guide moved.`,
        ...(merged.sourcesLeft > 0
          ? [`  ${amount(merged.sourcesLeft, 'source')} found no place: a channel has 16 at most.`]
          : []),
        ...(await moveArchive(work.dataDir, merged, work.serverRuns)),
        ...undoLines(merged),
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
