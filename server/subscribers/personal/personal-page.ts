/** The personal data as a page that a person reads, written while its rows are read. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { type PersonalTable, personalTables } from './personal-tables.ts'
import { columnWords, pageWords, tableWords, termWords } from './personal-words.ts'
import { type PersonalRow, shownColumns } from './read-personal.ts'

const styles =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}' +
  'table{border-collapse:collapse;font-size:.875rem}th,td{border:1px solid #ccc;padding:.25rem .5rem;text-align:left;' +
  'vertical-align:top;overflow-wrap:anywhere}.wide{overflow-x:auto}.quiet{color:#595959}'

/** The text of the page in pieces. `rowsOf` reads the rows of a table. */
export async function* personalPage(
  language: 'ru' | 'uz',
  nowMs: number,
  rowsOf: (table: PersonalTable) => AsyncIterable<readonly PersonalRow[]>,
): AsyncGenerator<string> {
  const at = language === 'ru' ? 0 : 1
  const heading = escaped(pageWords.title[at])
  yield `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title><style>${styles}</style></head><body><h1>${heading}</h1>`
  yield `<p>${escaped(pageWords.intro[at])}</p><p class="quiet">${pageWords.made[at]}: ${momentOf(nowMs)}</p>`
  for (const table of personalTables) {
    const columns = shownColumns(table)
    yield `<h2>${escaped(tableWords[table.table]?.[at] ?? table.table)}</h2>`
    yield `<p class="quiet">${pageWords.term[at]}: ${escaped(termWords[table.term][at])}</p>`
    let isEmpty = true
    for await (const rows of rowsOf(table)) {
      if (isEmpty) {
        const cells = columns.map((column) => `<th>${escaped(columnWords[column]?.[at] ?? column)}</th>`)
        yield `<div class="wide"><table><thead><tr>${cells.join('')}</tr></thead><tbody>`
      }
      isEmpty = false
      yield rows
        .map((row) => `<tr>${columns.map((name) => cellOf(name, row[name], at)).join('')}</tr>`)
        .join('')
    }
    yield isEmpty ? `<p>${pageWords.none[at]}</p>` : '</tbody></table></div>'
  }
  yield '</body></html>'
}

function cellOf(column: string, value: unknown, at: 0 | 1): string {
  return `<td>${escaped(textOf(column, value, at))}</td>`
}

function textOf(column: string, value: unknown, at: 0 | 1): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? pageWords.yes[at] : pageWords.no[at]
  if (typeof value === 'number' && column.endsWith('_tiyin'))
    return `${(value / 100).toLocaleString('ru-RU')}\u00a0${at === 0 ? 'сум' : 'soʻm'}`
  if (typeof value === 'string' && /_at$|_until$|period_/.test(column)) {
    const ms = Date.parse(value)
    if (!Number.isNaN(ms)) return momentOf(ms)
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `2026-11-28 14:05` in Tashkent. */
function momentOf(ms: number): string {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 16).replace('T', ' ')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
