/** JSON written by hand: the line of every value is stored, for error messages. */
export interface LinedJson {
  readonly value: unknown
  /** The line of the value at this path, or of the nearest parent. */
  lineOf(path: readonly PropertyKey[]): number
}

export type ReadJson =
  | ({ readonly kind: 'read' } & LinedJson)
  | { readonly kind: 'broken'; readonly line: number; readonly why: string }

const deepest = 20
const blank = /[ \t\r\n]*/y
const text = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const number = /-?\d[\w.+-]*/y
const word = /true|false|null/y

class Broken extends Error {}

/** Parses JSON whose numbers are whole: a fraction would be an inexact amount. A duplicate name is refused. */
export function readTariffJson(source: string): ReadJson {
  const reader = new Reader(source)
  try {
    const value = reader.read([])
    reader.skip()
    if (!reader.isOver) throw new Broken('something stands after the end')
    return { kind: 'read', value, lineOf: (path) => reader.lineOf(path) }
  } catch (error) {
    if (error instanceof Broken) return { kind: 'broken', line: reader.line, why: error.message }
    throw error
  }
}

class Reader {
  line = 1
  #at = 0
  readonly #source: string
  readonly #lines = new Map<string, number>()

  constructor(source: string) {
    this.#source = source
  }

  get isOver(): boolean {
    return this.#at >= this.#source.length
  }

  lineOf(path: readonly PropertyKey[]): number {
    for (let length = path.length; length >= 0; length -= 1) {
      const line = this.#lines.get(nameOf(path.slice(0, length)))
      if (line !== undefined) return line
    }
    return 1
  }

  skip(): void {
    const skipped = this.#take(blank) ?? ''
    this.line += skipped.split('\n').length - 1
  }

  read(path: readonly (string | number)[]): unknown {
    if (path.length > deepest) throw new Broken('it is nested too deeply')
    this.skip()
    if (!this.#lines.has(nameOf(path))) this.#lines.set(nameOf(path), this.line)
    switch (this.#source[this.#at]) {
      case '{':
        return this.#readObject(path)
      case '[':
        return this.#readList(path)
      case '"':
        return this.#readText()
      default:
        return this.#readPlain()
    }
  }

  #readObject(path: readonly (string | number)[]): unknown {
    const fields = new Map<string, unknown>()
    this.#eachOf('{', '}', () => {
      this.skip()
      if (this.#source[this.#at] !== '"') throw new Broken('a name in quotation marks is missing')
      const line = this.line
      const name = this.#readText()
      if (fields.has(name)) throw new Broken(`${JSON.stringify(name)} stands twice in the same braces`)
      this.skip()
      if (this.#source[this.#at] !== ':') throw new Broken(`a colon is missing after ${JSON.stringify(name)}`)
      this.#at += 1
      this.#lines.set(nameOf([...path, name]), line)
      fields.set(name, this.read([...path, name]))
    })
    return Object.fromEntries(fields)
  }

  #readList(path: readonly (string | number)[]): unknown {
    const items: unknown[] = []
    this.#eachOf('[', ']', () => void items.push(this.read([...path, items.length])))
    return items
  }

  /** The comma-separated content between two brackets. */
  #eachOf(open: string, close: string, readOne: () => void): void {
    this.#at += open.length
    this.skip()
    if (this.#source[this.#at] === close) {
      this.#at += 1
      return
    }
    while (!this.isOver) {
      readOne()
      this.skip()
      const next = this.#source[this.#at]
      if (next !== ',' && next !== close) throw new Broken(`a comma or ${close} is missing before this`)
      this.#at += 1
      if (next === close) return
    }
    throw new Broken(`the file ends before a ${close}`)
  }

  #readText(): string {
    const quoted = this.#take(text)
    if (quoted === undefined) throw new Broken('a text is not closed, or contains an invalid character')
    return String(JSON.parse(quoted))
  }

  #readPlain(): unknown {
    const existing = this.#take(word)
    if (existing !== undefined) return JSON.parse(existing)
    const digits = this.#take(number)
    if (digits === undefined)
      throw new Broken(this.isOver ? 'the file ends too early' : 'a value is missing, or is not JSON')
    if (!/^(?:0|-?[1-9]\d{0,14})$/.test(digits))
      throw new Broken(`${digits.slice(0, 40)} is no whole number; tiyin are written so: "39000.50"`)
    return Number(digits)
  }

  #take(what: RegExp): string | undefined {
    what.lastIndex = this.#at
    const result = what.exec(this.#source)?.[0]
    if (result !== undefined) this.#at += result.length
    return result
  }
}

function nameOf(path: readonly PropertyKey[]) {
  return path.map(String).join('\n')
}
