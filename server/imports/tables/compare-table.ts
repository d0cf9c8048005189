/** Compares the rows of a table with what is stored, some at a time. */
import type { Cell, OpenSheet, SheetRow } from '#server/imports/sheets/sheet.ts'
import { shownSource } from '#server/television/television.ts'
import { compareRow, textOfColumn } from './compare-rows.ts'
import type { Column } from './column.ts'
import type { ContentTable, RowRules, TableRow } from './content-table.ts'
import type { Heading } from './read-heading.ts'
import type { CellTexts, TableMark, TableProblem, TableWarning } from './tables.ts'

export interface NewItem {
  readonly item: number
  readonly kind: 'new' | 'changed' | 'gone'
  readonly entityId: number | null
  readonly row: number
  readonly label: string
  readonly before: CellTexts | null
  readonly after: CellTexts | null
  readonly marks: readonly TableMark[]
  readonly similarTo: string
}

export interface Comparison {
  readonly unchanged: number
  readonly problems: readonly TableProblem[]
  readonly problemCount: number
  readonly warnings: readonly TableWarning[]
  readonly late: Awaited<ReturnType<RowRules['end']>>
}

type ReadHeading = Extract<Heading, { readonly kind: 'heading' }>

const rowsAtOnce = 200
const maxProblems = 2000
/** Fewer rows that change alike are an edit, not an accident. */
const minMass = 20
const massShare = 0.5

/** One comparison of a file. `store` gets the items in order. */
export class TableComparison {
  readonly #table: ContentTable
  readonly #heading: ReadHeading
  readonly #rules: RowRules
  readonly #store: (items: readonly NewItem[]) => Promise<void>
  readonly #problems: TableProblem[] = []
  readonly #seen = new Set<number>()
  readonly #changedOf = new Map<string, number>()
  readonly #readOnlyOf = new Map<string, number>()
  #items = 0
  #matched = 0
  #unchanged = 0
  #problemCount = 0
  #lostLetters = 0

  constructor(
    table: ContentTable,
    heading: ReadHeading,
    rules: RowRules,
    store: (items: readonly NewItem[]) => Promise<void>,
  ) {
    this.#table = table
    this.#heading = heading
    this.#rules = rules
    this.#store = store
  }

  /** Reads all rows behind the heading. */
  async run(sheet: OpenSheet, rows: AsyncIterable<SheetRow>): Promise<Comparison> {
    let some: SheetRow[] = []
    for await (const row of rows) {
      some.push(row)
      if (some.length < rowsAtOnce) continue
      await this.#compare(sheet, some)
      some = []
    }
    await this.#compare(sheet, some)
    const part = await this.#compareGone()
    return {
      unchanged: this.#unchanged,
      problems: this.#problems,
      problemCount: this.#problemCount,
      warnings: [...this.#heading.warnings, ...this.#warnings(), ...part],
      late: await this.#rules.end(),
    }
  }

  async #compare(sheet: OpenSheet, rows: readonly SheetRow[]): Promise<void> {
    const readable = rows.filter((row) => this.#isReadable(sheet, row))
    const ids = readable.map((row) => ('cells' in row ? this.#idOf(row.row, row.cells) : undefined))
    const numbers = ids.filter((id) => typeof id === 'number')
    const stored = await this.#table.rows(numbers)
    const gone = numbers.filter((id) => !stored.has(id))
    const why = gone.length === 0 ? undefined : await this.#table.whyGone?.(gone)
    const items: NewItem[] = []
    for (const [at, row] of readable.entries()) {
      const id = ids[at]
      if (id === undefined || !('cells' in row)) continue
      const ours = id === null ? undefined : stored.get(id)
      if (id !== null && ours === undefined)
        this.#report({
          row: row.row,
          column: this.#idName,
          value: String(id),
          problem: why?.get(id)?.problem ?? 'unknown_id',
          hint: why?.get(id)?.hint ?? '',
        })
      else if (id !== null && this.#seen.has(id))
        this.#report({
          row: row.row,
          column: this.#idName,
          value: String(id),
          problem: 'double_id',
          hint: '',
        })
      else {
        if (id !== null) this.#seen.add(id)
        items.push(...(await this.#itemsOf(sheet, row, ours)))
      }
    }
    await this.#store(items)
  }

  get #idName(): string {
    return this.#table.columns[0]?.name ?? ''
  }

  /** A row without any text is no row; one that was cut off is reported. */
  #isReadable(sheet: OpenSheet, row: SheetRow): boolean {
    if ('bad' in row) {
      this.#report({ row: row.row, column: '', value: '', problem: 'quote', hint: '' })
      return false
    }
    if (row.cells.every((cell) => typeof cell === 'string' && cell.trim() === '')) return false
    if (!sheet.isRectangular || row.cells.length >= this.#heading.width) return true
    this.#report({ row: row.row, column: '', value: '', problem: 'short_row', hint: '' })
    return false
  }

  /** Null: a new thing. Undefined: it cannot be read, and is reported. */
  #idOf(row: number, cells: readonly Cell[]): number | null | undefined {
    const { idAt } = this.#heading
    const cell = idAt === -1 ? '' : (cells[idAt] ?? '')
    if (cell === '' || (typeof cell === 'string' && cell.trim() === '')) return null
    const read = typeof cell === 'string' ? this.#table.columns[0]?.read(cell.trim()) : undefined
    if (read !== undefined && 'value' in read) return Number(read.value)
    const value = typeof cell === 'string' ? cell.slice(0, 40) : ''
    this.#report({ row, column: this.#idName, value, problem: 'bad_id', hint: '' })
    return undefined
  }

  async #itemsOf(
    sheet: OpenSheet,
    row: { readonly row: number; readonly cells: readonly Cell[] },
    ours: TableRow | undefined,
  ): Promise<readonly NewItem[]> {
    const { columns } = this.#heading
    const isLossy = sheet.encoding === 'windows-1251'
    const compared = compareRow(row.cells, columns, ours, { isLossy })
    if (ours !== undefined) this.#matched += 1
    this.#lostLetters += compared.lostLetters
    for (const name of compared.readOnly) count(this.#readOnlyOf, name)
    for (const problem of compared.problems) this.#report({ ...problem, row: row.row })
    const item = this.#items
    const verdict = await this.#rules.judge({ item, ours, changed: compared.changed })
    const changed = { ...compared.changed }
    for (const { column, problem, hint } of verdict.problems) {
      const at = columns.find((one) => one.column.name === column)?.at
      const cell = at === undefined ? '' : (row.cells[at] ?? '')
      const value = typeof cell === 'string' ? cell.slice(0, 120) : ''
      this.#report({ row: row.row, column, value, problem, hint })
      delete changed[column]
    }
    const isRefused = verdict.problems.some(({ column }) => column === '')
    const names = Object.keys(changed)
    if (isRefused) return []
    if (names.length === 0) {
      if (ours !== undefined && compared.problems.length + verdict.problems.length === 0) this.#unchanged += 1
      return []
    }
    if (ours !== undefined) for (const name of names) count(this.#changedOf, name)
    this.#items += 1
    const textsOf = (values: TableRow['values']) =>
      Object.fromEntries(
        columns
          .filter(({ column }) => names.includes(column.name))
          .map(({ column }) => [column.name, textOfColumn(column, values[column.name] ?? null)]),
      )
    const after = textsOf(changed)
    const before = ours === undefined ? null : textsOf(ours.values)
    const isEmptied = before !== null && names.some((name) => after[name] === '' && before[name] !== '')
    return [
      {
        ...{ item, kind: ours === undefined ? 'new' : 'changed', entityId: ours?.id ?? null },
        ...{ row: row.row, label: ours?.label ?? labelOf(after), before, after },
        marks: [...verdict.marks, ...(isEmptied ? (['emptied'] as const) : [])],
        similarTo: verdict.similarTo,
      },
    ]
  }

  #report(problem: TableProblem): void {
    this.#problemCount += 1
    if (this.#problems.length < maxProblems) this.#problems.push(withoutCredentials(problem))
  }

  #warnings(): readonly TableWarning[] {
    const matched = this.#matched
    const mass = [...this.#changedOf]
      .filter(([, changed]) => changed >= minMass && changed > matched * massShare)
      .map(([column, changed]) => ({ warning: 'mass' as const, column, count: changed, of: matched }))
    const readOnly = [...this.#readOnlyOf].map(([column, differing]) => ({
      ...{ warning: 'read_only' as const, column, count: differing, of: matched },
    }))
    const letters =
      this.#lostLetters === 0
        ? []
        : [{ warning: 'letters' as const, column: '', count: this.#lostLetters, of: matched }]
    return [...mass, ...readOnly, ...letters]
  }

  /** What is not in the table can be hidden. A table with less than half of all is a part, and says nothing of others. */
  async #compareGone(): Promise<readonly TableWarning[]> {
    const hidden = this.#table.columns.find(({ name }) => name === 'is_hidden')
    if (this.#heading.idAt === -1 || hidden === undefined) return []
    const ids = await this.#table.ids()
    const gone = ids.filter((id) => !this.#seen.has(id))
    if (gone.length > this.#seen.size)
      return [{ warning: 'part', column: '', count: this.#seen.size, of: ids.length }]
    for (let at = 0; at < gone.length; at += rowsAtOnce)
      await this.#storeGone(gone.slice(at, at + rowsAtOnce), hidden)
    return []
  }

  async #storeGone(ids: readonly number[], hidden: Column): Promise<void> {
    const rows = await this.#table.rows(ids)
    const shown = [...rows.values()].filter(({ values }) => values['is_hidden'] === false)
    const items = shown.map(({ id, label }): NewItem => ({
      ...{ item: this.#items++, kind: 'gone', entityId: id, row: 0, label },
      before: { is_hidden: textOfColumn(hidden, false) },
      after: { is_hidden: textOfColumn(hidden, true) },
      ...{ marks: [], similarTo: '' },
    }))
    await this.#store(items)
  }
}

/** Addresses of sources have logins of providers, which not everybody who sees a draft may read. */
function withoutCredentials(problem: TableProblem): TableProblem {
  if (problem.column !== 'sources') return problem
  const { hint } = problem
  const isAddress = /^[a-z][a-z\d+.-]*:\/\//i.test(hint)
  return { ...problem, value: '', hint: isAddress ? shownSource(hint) : hint.replaceAll(/\D/g, '') }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function labelOf(texts: CellTexts): string {
  const { number = '', name_ru: ru = '', name_uz: uz = '', name_original: original = '' } = texts
  return `${number} ${ru || uz || original}`.trim()
}
