/** What is wrong or suspicious in the rows of a table of channels. */
import type { Db } from '#server/platform/database/database.ts'
import { loadChannels } from '#server/television/television.ts'
import { comparableName } from '#server/imports/drafts/draft-rules.ts'
import { readSourceAddress } from '#server/imports/m3u/channel-of-entry.ts'
import { tidy } from './column.ts'
import type { DifferingRow, LateMark, RowProblem, RowRules } from './content-table.ts'
import type { TableMark } from './tables.ts'

export async function channelRules(db: Db): Promise<RowRules> {
  const channels = await loadChannels(db)
  const owners = new Map(
    channels.map(({ cid, number, name }) => [number, { cid, label: `${number} ${name.ru || name.uz}` }]),
  )
  const named = new Map(
    channels.map(({ number, name }) => [comparableName(name.ru || name.uz), `${number} ${name.ru}`]),
  )
  const requested = new Map<number, { readonly item: number; readonly cid: number | undefined }>()
  const moving = new Set<number>()
  return {
    judge: async ({ item, ours, changed }) => {
      const problems: RowProblem[] = [...addressProblems({ item, ours, changed })]
      const marks: TableMark[] = []
      let similarTo = ''
      const { number, name_ru: name } = changed
      if (typeof number === 'number') {
        if (requested.has(number)) problems.push({ column: 'number', problem: 'number_twice', hint: '' })
        else {
          requested.set(number, { item, cid: ours?.id })
          if (ours !== undefined) moving.add(ours.id)
        }
      }
      const comparable = typeof name === 'string' ? comparableName(name) : ''
      if (ours === undefined) {
        if (changed['name_ru'] === undefined) problems.push({ column: '', problem: 'nameless', hint: '' })
        if (changed['sources'] === undefined)
          problems.push({ column: '', problem: 'required', hint: 'sources' })
        similarTo = named.get(comparable) ?? ''
        if (similarTo !== '') marks.push('similar')
      } else if (comparable !== '' && comparable !== comparableName(String(ours.values['name_ru'])))
        marks.push('renamed')
      return { problems, marks, similarTo }
    },
    end: () =>
      [...requested].flatMap(([number, { item, cid }]): readonly LateMark[] => {
        const owner = owners.get(number)
        if (owner === undefined || owner.cid === cid || moving.has(owner.cid)) return []
        return [{ item, mark: 'number_taken', similarTo: owner.label }]
      }),
  }
}

/** A new address must be one that can be received; a channel made of films has none. */
function addressProblems({ ours, changed }: DifferingRow): readonly RowProblem[] {
  const { sources } = changed
  if (!Array.isArray(sources)) return []
  const kind = ours?.values['source_kind'] ?? 'recorded'
  if (kind !== 'recorded') return [{ column: 'sources', problem: 'linear', hint: '' }]
  const stored = ((ours?.values['sources'] ?? []) as readonly string[]).map(tidy)
  const wrong = (sources as readonly string[]).find(
    (url) => !stored.includes(url) && readSourceAddress(url).kind === 'refused',
  )
  return wrong === undefined
    ? []
    : [{ column: 'sources', problem: 'source_address', hint: wrong.slice(0, 80) }]
}
