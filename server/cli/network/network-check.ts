import { isIP } from 'node:net'
import { type CliCommand, done, refused } from '#server/cli/command/command.ts'
import { openWorkplace } from '#server/cli/command/open-workplace.ts'
import { readList } from '#server/region/region.ts'

export const networkCheck: CliCommand = {
  name: 'network check',
  usage: '<address>',
  summary: 'whether an address is inside the national network, and by which prefix',
  help: `Uses the list of every Ekran on this database.

Examples
  npm run ekran -- network check 84.54.70.1
  npm run ekran -- network check 2a05:45c0::1`,
  min: 1,
  max: 1,
  run: async ({ words: [address = ''] }, tools) => {
    if (isIP(address) === 0) return refused(`${address} is not an address`)
    await using stack = new AsyncDisposableStack()
    const { db } = await openWorkplace(tools.settings, tools.log, stack)
    const list = await readList(db)
    if (list === undefined) return done(`${address} is inside: there is no list, so everybody is.`)
    const prefix = list.table.find(address)
    if (prefix === undefined) return done(`${address} is outside: no prefix of the list holds it.`)
    return done(`${address} is ${prefix.isInside ? 'inside' : 'outside'}, by the prefix ${prefix.written}.`)
  },
}
