import { type CliCommand, type Outcome, amount, done, refused, shown } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import {
  addAlias,
  foldAlias,
  listAliases,
  loadChannels,
  removeAlias,
  type ChannelRecord,
} from '#server/television/television.ts'

const maxCharacters = 200

/** `channels alias add|remove|list`: one command, because its first two words are the same. */
export const channelsAlias: CliCommand = {
  name: 'channels alias',
  usage: 'add <number> <name in the guide> | remove <name in the guide> | list [<number>]',
  summary: 'names and ids of our channels in guides',
  help: `An alias is a name or an id by which a guide means one of our channels. It has priority over all other rules when channels
are matched. Case, ё and underscores do not matter. It takes effect when the guide is next read.

Examples
  npm run ekran -- channels alias add 12 "Sevimli TV (Toshkent)"
  npm run ekran -- channels alias add 12 sevimli-tv.uz
  npm run ekran -- channels alias remove sevimli-tv.uz
  npm run ekran -- channels alias list`,
  min: 1,
  max: 3,
  run: async ({ words: [verb = '', ...rest] }, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const channels = await loadChannels(work.db)
    if (verb === 'list' && rest.length <= 1) return list(channels, await listAliases(work.db), rest[0])
    if (verb === 'remove' && rest.length === 1) {
      const [alias = ''] = rest
      const cid = await removeAlias(work.db, alias)
      if (cid === undefined) return refused(`no channel has the alias ${shown(alias)}`)
      await audit.record({ event: 'channel_alias_removed', actor: 'operator', facts: { cid, alias } })
      return done(`${shown(alias)} is no alias of ${nameOf(channels, cid)} any more.`)
    }
    if (verb !== 'add' || rest.length !== 2)
      return refused(
        'say add <number> <name>, remove <name> or list; see: npm run ekran -- channels alias --help',
      )
    const [number = '', alias = ''] = rest
    const channel = channels.find((one) => String(one.number) === number)
    if (channel === undefined) return refused(`there is no channel with the number ${shown(number)}`)
    if (foldAlias(alias) === '' || alias.length > maxCharacters)
      return refused(`an alias has 1 to ${maxCharacters} letters`)
    const added = await addAlias(work.db, { cid: channel.cid, alias })
    if (added.kind === 'taken')
      return refused(`${shown(alias)} is an alias of ${nameOf(channels, added.cid)}; remove it there first`)
    if (added.kind === 'known') return done(`${nameOf(channels, channel.cid)} had that alias before.`)
    await audit.record({
      event: 'channel_alias_added',
      actor: 'operator',
      facts: { cid: channel.cid, alias },
    })
    return done(`Guides that say ${shown(alias)} mean ${nameOf(channels, channel.cid)} from now on.`)
  },
}

function list(
  channels: readonly ChannelRecord[],
  aliases: Awaited<ReturnType<typeof listAliases>>,
  number: string | undefined,
): Outcome {
  const channel = channels.find((one) => String(one.number) === number)
  if (number !== undefined && channel === undefined)
    return refused(`there is no channel with the number ${shown(number)}`)
  const listed = aliases.filter(({ cid }) => channel === undefined || cid === channel.cid)
  return done(
    ...listed.map(({ cid, alias }) => `${nameOf(channels, cid)}: ${shown(alias)}`),
    `${amount(listed.length, 'alias', 'aliases')}.`,
  )
}

function nameOf(channels: readonly ChannelRecord[], cid: number): string {
  const channel = channels.find((one) => one.cid === cid)
  return channel === undefined
    ? `channel ${cid}`
    : shown(`${channel.number} ${channel.name.ru || channel.name.uz}`)
}
