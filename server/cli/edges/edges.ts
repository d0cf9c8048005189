/** Edges at the command line. */
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  amount,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { recordChangeSet } from '#server/editing/editing.ts'
import {
  type Edge,
  type EdgeFields,
  type EdgeRefused,
  type EdgeState,
  listEdges,
  removeEdge,
  saveEdge,
} from '#server/edges/edges.ts'

const states: readonly EdgeState[] = ['on', 'draining', 'off']

export const edgesList = listCommand(
  'edges list',
  'edges: servers that give media to viewers, and whether they answer',
  async ({ work: { db } }) => {
    const edges = await listEdges(db)
    if (edges.length === 0) return ['There are no edges: the site’s own address gives media.']
    return edges.map((edge) => {
      const { edgeId, name, base, weight, state, prefixes } = edge
      const whom = prefixes.length === 0 ? 'everybody' : amount(prefixes.length, 'prefix', 'prefixes')
      const facts = [state, `weight ${weight}`, whom, healthOf(edge)]
      return `  ${String(edgeId).padEnd(5)}${shown(name)}  ${base}  ${facts.join(', ')}`
    })
  },
)

function healthOf({ healthAddress, health }: Edge): string {
  if (healthAddress === '') return 'not checked'
  if (health === undefined) return 'not checked yet'
  return health.isHealthy ? 'answers' : `LEFT OUT: ${shown(health.problem)}`
}

export const edgesSave: CliCommand = {
  name: 'edges save',
  usage: '[<edge>] [--name <name>] [--address <origin>] [--weight <0-1000>] [--state <on|draining|off>] …',
  summary: 'enter an edge, or change or drain one',
  help: `An edge is named by its number or its name; without one a new one is entered. What is not named stays.

  --name       what it is called; a new one needs it
  --address    where viewers reach it, without a path: https://edge1.example.uz; a new one needs it
  --weight     its share among edges for the same viewers, 0 to 1000; 100 for a new one
  --state      on; draining: no new viewers, and the others move at their next address; off: nobody requests from it
  --prefixes   the viewers it is for: networks separated by commas; "all" for everybody
  --health     an address that must answer with 200; "none": it is never left out

Examples
  npm run ekran -- edges save --name Samarkand --address https://edge1.example.uz --prefixes 10.20.0.0/16,2001:db8::/32
  npm run ekran -- edges save Samarkand --state draining`,
  options: {
    ...{ name: { type: 'string' }, address: { type: 'string' }, weight: { type: 'string' } },
    ...{ state: { type: 'string' }, prefixes: { type: 'string' }, health: { type: 'string' } },
  },
  min: 0,
  max: 1,
  run: (input, tools) =>
    withServices(tools, async (services) => {
      const { db } = services.work
      const [word] = input.words
      const edge = word === undefined ? undefined : edgeNamed(await listEdges(db), word)
      if (typeof edge === 'string') return refused(edge)
      const fields = fieldsOf(input, edge)
      if (typeof fields === 'string') return refused(fields)
      const request = { edgeId: edge?.edgeId ?? null, version: edge?.version ?? 0, fields }
      const saved = await saveEdge(db, request, atTheTerminal())
      if (saved.kind !== 'changed') return refused(whyNot(saved))
      await recorded(services, 'edge_saved', saved.changeId)
      const how = saved.changeId === 0 ? 'was so already' : 'was saved'
      return done(`Number ${saved.id}, ${shown(fields.name)}, ${how}.`, ...undoLines(saved))
    }),
}

export const edgesRemove: CliCommand = {
  name: 'edges remove',
  usage: '<edge>',
  summary: 'delete an edge; its viewers move at their next address',
  help: `Example
  npm run ekran -- edges remove Samarkand`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withServices(tools, async (services) => {
      const edge = edgeNamed(await listEdges(services.work.db), word)
      if (typeof edge === 'string') return refused(edge)
      const removed = await removeEdge(services.work.db, edge.edgeId, atTheTerminal())
      if (removed.kind !== 'changed') return refused(whyNot(removed))
      await recorded(services, 'edge_removed', removed.changeId)
      return done(`${shown(edge.name)} is deleted.`, ...undoLines(removed))
    }),
}

/** The fields of the options over those of the edge, or what is wrong. */
function fieldsOf({ text }: CommandInput, edge: Edge | undefined): EdgeFields | string {
  const name = text('name')?.trim() ?? edge?.name ?? ''
  if (name === '' || name.length > 80) return '--name has 1 to 80 characters'
  const weight = text('weight') ?? String(edge?.weight ?? 100)
  if (!/^\d{1,4}$/.test(weight) || Number(weight) > 1000) return '--weight is a whole number from 0 to 1000'
  const word = text('state') ?? edge?.state ?? 'on'
  const state = states.find((one) => one === word)
  if (state === undefined) return `--state is one of ${states.join(', ')}`
  const prefixes = text('prefixes') ?? (edge?.prefixes ?? []).join(' ')
  const health = text('health') ?? edge?.healthAddress ?? ''
  return {
    ...{ name, base: text('address') ?? edge?.base ?? '', weight: Number(weight), state },
    prefixes: prefixes === 'all' ? '' : prefixes,
    healthAddress: health === 'none' ? '' : health,
  }
}

/** The edge of this number or name, or what is wrong with it. */
function edgeNamed(edges: readonly Edge[], word: string): Edge | string {
  const named = edges.filter(({ edgeId, name }) => String(edgeId) === word.trim() || name === word.trim())
  const [edge, other] = named
  if (edge === undefined) return `there is no edge ${shown(word)}; "edges list" prints them`
  return other === undefined ? edge : `several are called ${shown(word)}: write the number`
}

function whyNot(refusal: EdgeRefused): string {
  switch (refusal.kind) {
    case 'wrong_base':
      return '--address is an origin without a path, as https://edge1.example.uz'
    case 'wrong_health_address':
      return '--health is a whole address, as https://edge1.example.uz/healthz, or "none"'
    case 'wrong_prefix':
      return `${shown(refusal.value)} is no network like 10.20.0.0/16 or 2001:db8::/32`
    case 'too_many_prefixes':
      return `an edge has ${refusal.max} prefixes at most`
    case 'taken':
      return `${shown(refusal.name)} has this address already`
    case 'full':
      return `there are ${refusal.max} already`
    default:
      return 'somebody else has just changed it: try again'
  }
}

async function recorded({ work, audit }: Services, event: string, changeId: number): Promise<void> {
  await recordChangeSet({ db: work.db, audit }, event, { actor: 'operator', by: undefined }, changeId)
}
