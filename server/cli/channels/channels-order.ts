import { type CliCommand, done, refused, shown } from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import {
  type ChannelRecord,
  listStaffChannels,
  loadChannels,
  moveChannels,
  moveSource,
  restoreChannels,
} from '#server/television/television.ts'
import { notANumber, numberOf, unknown } from './channels-edit.ts'

export const channelsMove: CliCommand = {
  name: 'channels move',
  usage: '<number> <before number> | <number> --last',
  summary: 'put a channel before another one; those between move up or down',
  help: `Only numbers of channels between the two places change. The numbers are left by imports.

Examples
  npm run ekran -- channels move 112 3
  npm run ekran -- channels move 112 --last`,
  options: { last: { type: 'boolean' } },
  min: 1,
  max: 2,
  run: async ({ words: [word = '', target], flag }, tools) => {
    const [number, before] = [numberOf(word), target === undefined ? undefined : numberOf(target)]
    if (number === undefined) return notANumber(word)
    if (flag('last') === (target !== undefined)) return refused('say a number to go before, or --last')
    if (target !== undefined && before === undefined) return notANumber(target)
    return withServices(tools, async ({ work, audit }) => {
      const channels = await loadChannels(work.db)
      const [one, other] = [channelOf(channels, number), channelOf(channels, before)]
      if (one === undefined) return unknown(number)
      if (before !== undefined && other === undefined) return unknown(before)
      const outcome = await moveChannels(work.db, [one.cid], other?.cid ?? null, atTheTerminal())
      if (outcome.kind !== 'changed') return refused('somebody has just changed these channels: try again')
      const facts = { cid: one.cid, change: outcome.changeId }
      await audit.record({ event: 'channels_moved', actor: 'operator', facts })
      return done(`${shown(one.name.ru || one.name.uz)} is in its new place.`, ...undoLines(outcome))
    })
  },
}

function channelOf(channels: readonly ChannelRecord[], number: number | undefined) {
  return number === undefined ? undefined : channels.find((one) => one.number === number)
}

export const channelsRestore: CliCommand = {
  name: 'channels restore',
  usage: '[<id>]',
  summary: 'restore a deleted channel, or list those that can be restored',
  help: `A channel that was deleted or merged can be restored for seven days, or for the days of its archive.

Examples
  npm run ekran -- channels restore
  npm run ekran -- channels restore 37`,
  min: 0,
  max: 1,
  run: async ({ words: [word] }, tools) =>
    withServices(tools, async ({ work, audit }) => {
      const deleted = await listStaffChannels(work.db, { deleted: true })
      if (word === undefined)
        return deleted.length === 0
          ? done('No channel was deleted.')
          : done(...deleted.map(({ cid, number, nameRu }) => `${cid}  ${shown(nameRu)} (was ${number})`))
      const channel = deleted.find(({ cid }) => String(cid) === word)
      if (channel === undefined) return refused(`no deleted channel is listed as ${shown(word)}`)
      const outcome = await restoreChannels(work.db, [channel.cid], atTheTerminal())
      if (outcome.kind !== 'changed') return refused('somebody has just changed this channel: try again')
      const facts = { cid: channel.cid, change: outcome.changeId }
      await audit.record({ event: 'channels_restored', actor: 'operator', facts })
      return done(`${shown(channel.nameRu)} is restored.`, ...undoLines(outcome))
    }),
}

export const channelsMoveSource: CliCommand = {
  name: 'channels move-source',
  usage: '<number> <place> <new place>',
  summary: 'put a source of a channel into another place; the first is preferred',
  help: `The places are those that "channels sources" shows.

Example
  npm run ekran -- channels move-source 7 2 1`,
  min: 3,
  max: 3,
  run: async ({ words: [word = '', from = '', to = ''] }, tools) => {
    const [number, place, target] = [numberOf(word), numberOf(from), numberOf(to)]
    if (number === undefined) return notANumber(word)
    if (place === undefined || target === undefined) return refused('a place is a number; the first is 1')
    return withServices(tools, async ({ work, audit }) => {
      const channel = channelOf(await loadChannels(work.db), number)
      if (channel === undefined) return unknown(number)
      const outcome = await moveSource(work.db, number, place - 1, target - 1, atTheTerminal())
      if (outcome.kind !== 'edited') return refused(`channel ${number} has no source in that place`)
      const facts = { cid: channel.cid, change: outcome.changeId }
      await audit.record({ event: 'channel_sources_changed', actor: 'operator', facts })
      return done(`Source ${place} of channel ${number} is source ${target} now.`, ...undoLines(outcome))
    })
  },
}
