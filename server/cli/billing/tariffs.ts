import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type CliCommand, amount, done, refused, shown } from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { undoLines } from '#server/cli/command/changing.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import { openServices } from '#server/cli/command/services.ts'
import {
  openTariffService,
  readTariffFile,
  tariffWords,
  type PutTariffs,
  type TariffGround,
  type WrittenTariffs,
} from '#server/billing/billing.ts'
import { tariffGround } from '#server/editing/editing.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

/** A thousand tariffs with every channel. */
const maxBytes = 5 * 1024 * 1024

export const tariffsList = listCommand(
  'tariffs list',
  'list the tariffs: price, contents, subscribers',
  async ({ work }) => {
    const services = openTariffService(work.db)
    const tariffs = await services.tariffs()
    const facts = await services.facts(await tariffGround(work.db), systemClock.nowMs())
    return [
      ...tariffs.map((one) => shownLine(tariffWords.listLine(one, facts))),
      `${amount(tariffs.length, 'tariff')}.`,
    ]
  },
)

export const tariffsShow: CliCommand = {
  name: 'tariffs show',
  usage: '<id>',
  summary: 'everything about a tariff, and what its subscribers pay',
  help: `Example
  npm run ekran -- tariffs show 58`,
  min: 1,
  max: 1,
  run: async ({ words: [id = ''] }, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const services = openTariffService(work.db)
    const tariff = (await services.tariffs()).find(({ tariffId }) => String(tariffId) === id)
    if (tariff === undefined) return refused(`there is no tariff ${shown(id)}; see: tariffs list`)
    const facts = await services.facts(await tariffGround(work.db), systemClock.nowMs())
    return done(...tariffWords.tariffLines(tariff, facts).map(shownLine))
  },
}

export const tariffsExport: CliCommand = {
  name: 'tariffs export',
  usage: '[<id> …]',
  summary: 'export the tariffs as a file for "tariffs put"',
  help: `Prints the tariffs as they are now, all or those that are named. Put back as it is, the file changes nothing.

Examples
  npm run ekran -- tariffs export 58
  npm run --silent ekran -- tariffs export > tariffs.json
  npm run --silent ekran -- tariffs export 58 59 > two.json`,
  min: 0,
  max: 1000,
  run: async ({ words }, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const tariffs = await openTariffService(work.db).tariffs()
    const unknown = words.find((word) => !tariffs.some(({ tariffId }) => String(tariffId) === word))
    if (unknown !== undefined) return refused(`there is no tariff ${shown(unknown)}; see: tariffs list`)
    const selected = tariffs.filter(({ tariffId }) => words.length === 0 || words.includes(String(tariffId)))
    const { channels } = await tariffGround(work.db)
    const numbers = new Map(channels.map(({ cid, number }) => [cid, number]))
    return done(tariffWords.fileText(selected, (cid) => numbers.get(cid)).trimEnd())
  },
}

export const tariffsPut: CliCommand = {
  name: 'tariffs put',
  usage: '<file.json> [--dry-run]',
  summary: 'create or change tariffs from a file',
  help: `Reads the format of "tariffs export": the whole file, or only the tariffs to change. A field that is
missing stays unchanged; a tariff that is not in the file stays too. All or nothing is imported: errors are named by
line, tariff and field. A running Ekran uses the new tariffs at once.

  --dry-run   print what would change, old and new, and how many have each tariff; change nothing

Subscribers keep the price at which they connected; a new price is for new subscriptions. What a
tariff opens or closes applies at once to every subscriber. "offered": false retires a tariff: no new subscriber can
connect it, and existing ones keep it. Tariffs 100 to 103 are never offered. docs/guides/money.md shows the format.

Examples
  npm run ekran -- tariffs put tariffs.json --dry-run
  npm run ekran -- tariffs put tariffs.json`,
  options: { 'dry-run': { type: 'boolean' } },
  min: 1,
  max: 1,
  run: async ({ words: [path = ''], flag }, tools) => {
    const name = shown(basename(path))
    const source = await readText(path)
    if (source === undefined)
      return refused(`${name} cannot be read, or is larger than ${maxBytes / 1024 / 1024} MB`)
    const file = readTariffFile(source)
    if (file.kind === 'refused') return refused(notAsItShould(name, file.problems))
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const ground = await tariffGround(work.db)
    const isDry = flag('dry-run')
    const services = openTariffService(work.db)
    const put = await services.put({
      ...{ file, ground, isDry, nowMs: systemClock.nowMs() },
      record: operatorEntry({ audit }, ({ tariffIds }: WrittenTariffs) => ({
        event: 'tariffs_written',
        facts: { tariffs: tariffIds.slice(0, 100).join(' '), count: tariffIds.length },
      })),
    })
    if (put.kind === 'refused') return refused(notAsItShould(name, put.problems))
    return done(...outcomeLines(put, ground, isDry))
  },
}

function outcomeLines(
  put: Extract<PutTariffs, { readonly kind: 'planned' }>,
  ground: TariffGround,
  isDry: boolean,
): readonly string[] {
  const { changes, unchanged } = put
  const changed = `${amount(changes.length, 'tariff')} ${isDry ? 'would change' : 'changed'}, ${unchanged} as before.`
  return [
    ...changes.flatMap((one) => tariffWords.changeLines(one, { ...put, ground })).map(shownLine),
    changes.length > 0 && !isDry ? `${changed} An Ekran that runs sells by it from now on.` : changed,
    ...(isDry ? [] : undoLines(put)),
  ]
}

function notAsItShould(name: string, problems: readonly string[]) {
  return `${name} is invalid\n${problems.map((one) => `  ${shownLine(one)}`).join('\n')}`
}

/** Names may come from anywhere: no control characters, and bounded lines. */
function shownLine(line: string) {
  return line.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 2000)
}

async function readText(path: string): Promise<string | undefined> {
  const about = await stat(path).catch(() => undefined)
  if (about === undefined || !about.isFile() || about.size > maxBytes) return undefined
  return readFile(path, 'utf8').catch(() => undefined)
}
