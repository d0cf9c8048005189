/** The operator's networks at the command line. */
import { readFile, stat } from 'node:fs/promises'
import {
  listCities,
  listNetworks,
  type LineProblem,
  saveNetworks,
  writeNetworks,
} from '#server/cities/cities.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import { type CliCommand, amount, done, refused, shown } from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { recordChangeSet } from '#server/editing/editing.ts'

const maxBytes = 1024 * 1024

const words: Readonly<Record<LineProblem, string>> = {
  columns: 'has more than three columns, from',
  prefix: 'has no prefix like 10.20.0.0/16 or 2001:db8::/32, but',
  name: 'has no name after',
  long_name: 'has a name of more than 80 characters:',
  name_signs: 'has a name with a semicolon, a tab or a quotation mark:',
  city_unknown: 'names a city that "cities list" does not have:',
  city_ambiguous: 'names several cities; write the number of the one that is meant instead of',
  twice: 'repeats the prefix',
}

export const ownNetworksList = listCommand(
  'own-networks list',
  'the networks of the operator: prefix, name and city',
  async ({ work: { db } }) => {
    const [networks, cities] = await Promise.all([listNetworks(db), listCities(db)])
    if (networks.length === 0) return ['There are no networks.']
    return writeNetworks(networks, cities).split('\n')
  },
)

export const ownNetworksImport: CliCommand = {
  name: 'own-networks import',
  usage: '<file> [--check]',
  summary: 'replace the list of the operator’s networks',
  help: `Reads a text or CSV file with one network a line: prefix; name; city. Columns are separated by tabs, semicolons or commas;
the city may be absent, and is a name in any language or a number. "#" begins a comment. Of prefixes within each other the
longest counts. A wrong line changes nothing. The names are those of reports about playing, and cities are suggested
from them.

  --check   only say what is wrong, and what would differ

Example
  npm run ekran -- own-networks import networks.csv --check`,
  options: { check: { type: 'boolean' } },
  min: 1,
  max: 1,
  run: async ({ words: [path = ''], flag }, tools) => {
    const text = await readText(path)
    if (text === undefined) return refused(`${shown(path)} cannot be read, or is larger than a megabyte`)
    return withServices(tools, async ({ work: { db }, audit }) => {
      const request = { text, mark: undefined, isTrial: flag('check') }
      const saved = await saveNetworks(db, request, atTheTerminal())
      switch (saved.kind) {
        case 'wrong': {
          const lines = saved.problems.map(
            ({ line, problem, value }) => `  line ${line} ${words[problem]} ${shown(value)}`,
          )
          return {
            kind: 'bad',
            lines: [`Nothing was changed: ${amount(saved.count, 'line')} wrong.`, ...lines],
          }
        }
        case 'full':
          return refused(`a list has ${saved.max} networks at most`)
        case 'changed_since':
          return refused('somebody else has just changed it: try again')
        default: {
          const { total, added, changed, removed } = saved.diff
          const diff = `${amount(total, 'network')}: ${added} new, ${changed} changed, ${removed} gone`
          if (saved.kind === 'trial') return done(`Nothing is wrong. It would be ${diff}.`)
          const by = { actor: 'operator', by: undefined } as const
          await recordChangeSet({ db, audit }, 'networks_saved', by, saved.changeId)
          return done(`${diff}.`, ...undoLines(saved))
        }
      }
    })
  },
}

async function readText(path: string): Promise<string | undefined> {
  try {
    if ((await stat(path)).size > maxBytes) return undefined
    return await readFile(path, 'utf8')
  } catch {
    return undefined
  }
}
