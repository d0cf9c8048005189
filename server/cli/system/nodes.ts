/** Processes with `media` and their channels: the same as on the page of the server's health in the console. */
import {
  balanceNodes,
  drainNode,
  listMediaNodes,
  type MediaNode,
  undrainNode,
} from '#server/channel-leases/channel-leases.ts'
import { withServices } from '#server/cli/command/changing.ts'
import { amount, type CliCommand, done, refused, shown } from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { loadChannels } from '#server/television/television.ts'

export const nodesList = listCommand(
  'nodes list',
  'processes with media, and which channels each records',
  async ({ work: { db } }) => {
    const [nodes, channels] = await Promise.all([listMediaNodes(db), loadChannels(db)])
    if (nodes.length === 0)
      return ['No process with media shares its channels: there is none, or one with the embedded database.']
    const names = new Map(
      channels.map(({ cid, number, name }) => [String(cid), `${number} ${name.ru || name.uz}`]),
    )
    return nodes.flatMap((node) => [
      nodeLine(node),
      ...node.channelIds.map((channelId) => `    ${shown(names.get(channelId) ?? channelId)}`).toSorted(),
    ])
  },
)

function nodeLine({ name, capacity, channelIds, share, ...node }: MediaNode): string {
  const facts = [
    amount(channelIds.length, 'channel', 'channels'),
    `share ${share}`,
    capacity === 0 ? 'no limit' : `at most ${capacity}`,
    ...(node.isDrained ? ['DRAINED'] : []),
    ...(node.isBalancing ? ['balances'] : []),
    ...(node.isSilent ? ['SILENT: whether it records is unknown'] : node.isLive ? [] : ['DOES NOT RUN']),
  ]
  return `  ${shown(name)}  ${facts.join(', ')}`
}

export const nodesDrain = nodeCommand({
  ...{ verb: 'drain', event: 'media_node_drained', change: drainNode },
  summary: 'let a process with media give its channels to others',
  help: `They go one after another, as far as the others have room; it takes none any more, also after a restart. Stop it once
"nodes list" shows it without channels.`,
  answers: { changed: 'gives its channels to others.', same: 'is drained already.' },
})

export const nodesUndrain = nodeCommand({
  ...{ verb: 'undrain', event: 'media_node_undrained', change: undrainNode },
  summary: 'let a drained process with media take channels again',
  help: 'The others give it its share, one channel at a time each.',
  answers: { changed: 'takes channels again.', same: 'is not drained.' },
})

export const nodesBalance: CliCommand = {
  name: 'nodes balance',
  usage: '',
  summary: 'give every process with media its share of the channels',
  help: `Those with more than their share give the rest away, one channel at a time each. A channel misses a few seconds when it
moves, so it is not done by itself.

Example
  npm run ekran -- nodes balance`,
  min: 0,
  max: 0,
  run: (_input, tools) =>
    withServices(tools, async ({ work: { db }, audit }) => {
      await balanceNodes(db)
      const change = { section: 'health', subject: 'media nodes', after: {} }
      await audit.record({ event: 'media_nodes_balanced', actor: 'operator', facts: {}, change })
      return done('They give away what is beyond their share; "nodes list" shows how far they are.')
    }),
}

interface NodeCommand {
  readonly verb: string
  readonly event: string
  readonly change: typeof drainNode
  readonly summary: string
  readonly help: string
  readonly answers: { readonly changed: string; readonly same: string }
}

function nodeCommand({ verb, event, change, summary, help, answers }: NodeCommand): CliCommand {
  return {
    name: `nodes ${verb}`,
    usage: '<node>',
    summary,
    help: `${help} "nodes list" shows the names.

Example
  npm run ekran -- nodes ${verb} media-1:8082`,
    min: 1,
    max: 1,
    run: ({ words: [word = ''] }, tools) =>
      withServices(tools, async ({ work: { db }, audit }) => {
        const outcome = await change(db, word.trim())
        if (outcome === 'unknown')
          return refused(`there is no media node ${shown(word)}; "nodes list" prints them`)
        if (outcome === 'changed') {
          const entry = { section: 'health', subject: `media node ${word.trim()}`, after: {} }
          await audit.record({ event, actor: 'operator', facts: {}, change: entry })
        }
        return done(`${shown(word)} ${answers[outcome]}`)
      }),
  }
}
