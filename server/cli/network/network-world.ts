import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  amount,
  done,
  refused,
} from '#server/cli/command/command.ts'
import { type Services, openServices } from '#server/cli/command/services.ts'
import { worldChannelCount } from '#contract/form/constants.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { openTelevision, publishWorldList } from '#server/television/television.ts'

export const networkWorld: CliCommand = {
  name: 'network world',
  usage: '[<cid,cid,…> | none]',
  summary: 'show or set the channels available outside the national network, in their order',
  help: `Sets the channels that are listed and played outside the national network: exactly these, in this order, at
most ${worldChannelCount}. Without ids it shows the list. The id of a channel is the number in the address of its page.
A running Ekran applies it at once; no import changes the list.

Examples
  npm run ekran -- network world 101,103,112
  npm run ekran -- network world none`,
  min: 0,
  max: 1000,
  run: async ({ words }, tools) => {
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    return words.length === 0 ? await shown(services) : await set(services, words)
  },
}

async function shown({ work }: Services): Promise<Outcome> {
  const { channels } = (await openTelevision(work.db, systemClock)).now()
  const world = channels
    .filter(({ worldPlace }) => worldPlace !== null)
    .sort((a, b) => (a.worldPlace ?? 0) - (b.worldPlace ?? 0))
  if (world.length === 0) return done('No channel is seen outside the national network.')
  return done(
    `${world.length} of at most ${worldChannelCount} channels are seen outside the national network:`,
    ...world.map(
      ({ cid, name }, index) => `${String(index + 1).padStart(4)}. ${name.ru || name.uz} (${cid})`,
    ),
  )
}

async function set({ work, audit }: Services, words: CommandInput['words']): Promise<Outcome> {
  const pieces = words.flatMap((word) => word.split(',')).filter((piece) => piece.trim() !== '')
  if (pieces.length === 0) return refused('no channel was named; "none" empties the list')
  const cids = pieces.length === 1 && pieces[0] === 'none' ? [] : pieces.map(idOf)
  const wrong = pieces.filter((_, index) => Number.isNaN(cids[index]))
  if (wrong.length > 0) return refused(`${wrong.slice(0, 10).join(', ')} is not the id of a channel`)
  const published = await publishWorldList(work.db, cids)
  switch (published.kind) {
    case 'too_many':
      return refused(`${cids.length} channels were named, and at most ${published.max} can be`)
    case 'twice':
      return refused(`named more than once: ${published.cids.join(', ')}`)
    case 'unknown':
      return refused(`there is no channel ${published.cids.join(', ')}`)
    case 'published': {
      const facts = { count: published.count, cids: cids.join(' ') }
      await audit.record({ event: 'world_list_changed', actor: 'operator', facts })
      return done(
        `Outside the national network are seen, in this order: ${amount(published.count, 'channel')}.`,
      )
    }
  }
}

/** A whole number the database can store, or NaN. */
function idOf(text: string): number {
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN
}
