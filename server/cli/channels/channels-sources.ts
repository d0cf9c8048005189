import { join } from 'node:path'
import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  done,
  moment,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { atTheTerminal } from '#server/cli/command/changing.ts'
import { openServices } from '#server/cli/command/services.ts'
import { readHealth, type HealthEvent } from '#media/media.ts'
import { readSourceAddress } from '#server/imports/imports.ts'
import {
  addSource,
  loadChannels,
  removeSource,
  type SourceAddress,
  type SourceProtocol,
} from '#server/television/television.ts'

const shownEvents = 10
const protocols: readonly SourceProtocol[] = ['udp', 'srt', 'rtmp', 'hls', 'dash', 'http-ts', 'file-loop']

const eventWords: Readonly<Record<HealthEvent['kind'], string>> = {
  up: 'delivers',
  died: 'ended',
  ended: 'is not live',
  black: 'black picture',
  frozen: 'picture stands still',
  silent: 'no sound',
  slate: 'shows a "no service" picture',
  picture_ok: 'picture and sound are ok again',
  changed: 'recorded instead of another source',
  returned: 'recorded again instead of a later source',
}

export const channelsSources: CliCommand = {
  name: 'channels sources',
  usage: '<number>',
  summary: "a channel's sources in order, and recent events",
  help: `The number is the channel's, as viewers see it. The first source is preferred; the others are backups when it
fails. Addresses are shown without user, password and parameters.

Example
  npm run ekran -- channels sources 7`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) => {
    const number = numberOf(word)
    if (number === undefined) return refused(`${shown(word)} is not the number of a channel`)
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const channel = (await loadChannels(work.db)).find((one) => one.number === number)
    if (channel === undefined) return refused(`there is no channel ${number}`)
    const name = shown(channel.name.ru || channel.name.uz)
    if (channel.source.kind !== 'recorded')
      return done(
        channel.source.kind === 'linear' ? `${name} is made of films.` : `Nothing plays on ${name}.`,
      )
    const events = readHealth(join(work.dataDir, 'media', 'live', String(channel.cid)))
    return done(
      `${name}, ${channel.isEnabled ? 'recorded' : 'switched off'}:`,
      ...channel.source.sources.map(
        (source, place) =>
          `${String(place + 1).padStart(3)}. ${shownAddress(source)}${stateOf(events, place)}`,
      ),
      ...(events.length === 0 ? [] : ['', 'Recent events:']),
      ...events
        .slice(-shownEvents)
        .map(
          ({ atMs, sourceIndex, kind, words }) =>
            `  ${moment(atMs)}  ${sourceIndex + 1}. ${eventWords[kind]}${tail(words)}`,
        ),
    )
  },
}

export const channelsAddSource: CliCommand = {
  name: 'channels add-source',
  usage: '<number> <address> [--place <n>] [--protocol <kind>] [--user-agent <text>] [--referer <text>]',
  summary: 'add a backup source to a channel',
  help: `The address is not opened now; a running Ekran uses it at once. No import removes a source that was added here.

  --place       its position: 1 makes it the preferred one. Default: last
  --protocol    ${protocols.join(', ')}, when the address does not say it
  --user-agent  the User-Agent header sent to the source
  --referer     the Referer header sent to the source

Examples
  npm run ekran -- channels add-source 7 udp://239.1.1.7:5000
  npm run ekran -- channels add-source 7 https://example.org/live/7.m3u8 --place 1
  npm run ekran -- channels add-source 7 srt://0.0.0.0:9007?mode=listener
  npm run ekran -- channels add-source 7 /srv/filler.ts --protocol file-loop`,
  options: {
    place: { type: 'string' },
    protocol: { type: 'string' },
    'user-agent': { type: 'string' },
    referer: { type: 'string' },
  },
  min: 2,
  max: 2,
  run: add,
}

export const channelsRemoveSource: CliCommand = {
  name: 'channels remove-source',
  usage: '<number> <place>',
  summary: 'remove a source from a channel',
  help: `The position is the one "channels sources" shows. The last source cannot be removed. A source that is in a playlist
comes back when that playlist is imported again and the channel has changed in it.

Example
  npm run ekran -- channels remove-source 7 2`,
  min: 2,
  max: 2,
  run: async ({ words: [word = '', at = ''] }, tools) => {
    const [number, place] = [numberOf(word), numberOf(at)]
    if (number === undefined) return refused(`${shown(word)} is not the number of a channel`)
    if (place === undefined) return refused(`${shown(at)} is not the place of a source`)
    return edited(tools, number, 'removed', (db) => removeSource(db, number, place - 1, atTheTerminal()))
  },
}

async function add(
  { words: [word = '', address = ''], text }: CommandInput,
  tools: CommandTools,
): Promise<Outcome> {
  const number = numberOf(word)
  if (number === undefined) return refused(`${shown(word)} is not the number of a channel`)
  const at = text('place')
  const place = at === undefined ? undefined : numberOf(at)
  if (at !== undefined && place === undefined)
    return refused(`--place ${shown(at)} is not a place; the first is 1`)
  const source = readWrittenSource(address, text)
  if ('why' in source) return refused(source.why)
  return edited(tools, number, 'added', (db) =>
    addSource(db, number, source, atTheTerminal(), place === undefined ? undefined : place - 1),
  )
}

/** An address with the options --protocol, --user-agent and --referer as a source, or why it is none. */
export function readWrittenSource(
  address: string,
  text: CommandInput['text'],
): SourceAddress | { readonly why: string } {
  const source = sourceOf(address, text('protocol'))
  if ('why' in source) return source
  const [userAgent, referer] = [text('user-agent'), text('referer')]
  for (const [name, value] of [
    ['user-agent', userAgent],
    ['referer', referer],
  ] as const)
    if (value !== undefined && (value.length > 500 || /[\p{Cc}]/u.test(value)))
      return { why: `--${name} is longer than 500 characters or has line breaks in it` }
  return {
    ...source,
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(referer === undefined ? {} : { referer }),
  }
}

function sourceOf(address: string, protocol: string | undefined): SourceAddress | { readonly why: string } {
  const wished = protocols.find((one) => one === protocol)
  if (protocol !== undefined && wished === undefined)
    return { why: `--protocol ${shown(protocol)} is none of ${protocols.join(', ')}` }
  if (wished === 'file-loop') {
    return address.startsWith('/') || address.startsWith('file:///')
      ? { url: address, protocol: wished }
      : { why: 'a file is named by its whole path, from / on' }
  }
  if (address.startsWith('/') || address.startsWith('file:'))
    return { why: 'this is a file; add --protocol file-loop to play it over and over' }
  const read = readSourceAddress(address)
  if (read.kind === 'refused') return { why: read.why }
  const isWeb = (protocol: SourceProtocol) => ['hls', 'dash', 'http-ts'].includes(protocol)
  if (wished !== undefined && wished !== read.protocol && !(isWeb(read.protocol) && isWeb(wished)))
    return { why: `this address is read as ${read.protocol}, not as ${wished}` }
  return { url: read.url, protocol: wished ?? read.protocol }
}

type Db = Parameters<typeof removeSource>[0]

async function edited(
  tools: CommandTools,
  number: number,
  what: 'added' | 'removed',
  edit: (db: Db) => ReturnType<typeof removeSource>,
): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  const { work, audit } = await openServices(tools, stack)
  const response = await edit(work.db)
  switch (response.kind) {
    case 'unknown_channel':
      return refused(`there is no channel ${number}`)
    case 'not_received':
      return refused(`channel ${number} is not received from a source`)
    case 'twice':
      return refused(`it is source ${response.index + 1} of this channel already`)
    case 'too_many':
      return refused(`the channel has ${response.max} sources, and no more can be`)
    case 'no_such_place':
      return refused(`the channel has ${response.count} sources`)
    case 'changed_since':
      return refused('somebody changed it at the same moment; try again')
    case 'last':
      return refused('it is the last source of this channel; add another one first')
    case 'edited': {
      const facts = { number, place: response.index + 1, what }
      await audit.record({ event: 'channel_sources_changed', actor: 'operator', facts })
      return done(`${shown(response.name)}: source ${response.index + 1} ${what}, ${response.count} now.`)
    }
  }
}

function numberOf(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

/** Without user, password, secret path parts and parameters, which may be secrets. */
function shownAddress({ url, protocol }: SourceAddress): string {
  const bare = url.replace(/^(\w+:\/\/)[^/@]*@/, '$1').replace(/[?#].*$/, '')
  return `${protocol.padEnd(9)} ${shown(protocol === 'rtmp' ? bare.replace(/\/[^/]*$/, '/…') : bare)}`
}

function stateOf(events: readonly HealthEvent[], place: number): string {
  const last = events.findLast((event) => event.sourceIndex === place)
  return last === undefined ? '' : `  (${eventWords[last.kind]}, ${moment(last.atMs)})`
}

function tail(words: string | undefined) {
  return words === undefined ? '' : `: ${shown(words)}`
}
