import { maxEntryCharacters, type TableRecord } from './record.ts'

/** Parses one entry per line. */
export async function* jsonLines(pieces: AsyncIterable<string>): AsyncGenerator<TableRecord> {
  let text = ''
  let line = 1
  const read = function* (isLast: boolean): Generator<TableRecord> {
    const lines = text.split('\n')
    text = isLast ? '' : (lines.pop() ?? '')
    for (const entry of lines) {
      if (entry.trim() !== '') yield recordOf(entry, line)
      line += 1
    }
    if (text.length > maxEntryCharacters) throw new Error(`line ${line} is longer than a megabyte`)
  }
  for await (const piece of pieces) {
    text += piece
    yield* read(false)
  }
  yield* read(true)
}

/**
 * Parses the entries of the first list in a JSON text, one after another, without loading the whole list: brackets
 * alone decide where an entry starts and ends, so an invalid one does not affect the next.
 */
export async function* jsonEntries(pieces: AsyncIterable<string>): AsyncGenerator<TableRecord> {
  const cutter = new EntryCutter()
  for await (const piece of pieces) {
    for (const { line, text } of cutter.take(piece)) yield recordOf(text, line)
    if (cutter.isOver) return
  }
  if (!cutter.hasStarted) throw new Error('it holds no list of entries')
  yield { line: cutter.line, why: 'the file ends before the list does' }
}

function recordOf(text: string, line: number): TableRecord {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { line, values: Object.fromEntries(Object.entries(value)) }
    return { line, why: 'the entry is not an object in {}' }
  } catch {
    return { line, why: 'the entry is not JSON' }
  }
}

class EntryCutter {
  line = 1
  hasStarted = false
  isOver = false
  /** Open brackets within the list. */
  #depth = 0
  #isText = false
  #isEscaped = false
  #entry = ''
  #beganOn = 1

  /** Before the list: finds its bracket, outside of strings. */
  #seek(letter: string): void {
    if (this.#textGoesOn(letter)) return
    if (letter === '[') this.hasStarted = true
  }

  *take(piece: string): Generator<{ readonly line: number; readonly text: string }> {
    let savedUpTo = 0
    for (let at = 0; at < piece.length && !this.isOver; at += 1) {
      const letter = piece[at] ?? ''
      if (letter === '\n') this.line += 1
      if (!this.hasStarted) {
        this.#seek(letter)
        savedUpTo = at + 1
      } else if (this.#isEnd(letter)) {
        const text = this.#entry + piece.slice(savedUpTo, at)
        if (text.trim() !== '') yield { line: this.#beganOn, text }
        this.#entry = ''
        savedUpTo = at + 1
      } else if (this.#depth === 0 && /\s/.test(letter) && this.#entry === '' && at === savedUpTo) {
        savedUpTo = at + 1
      } else if (at === savedUpTo && this.#entry === '') this.#beganOn = this.line
    }
    this.#entry += piece.slice(savedUpTo)
    if (this.#entry.length > maxEntryCharacters)
      throw new Error(`the entry on line ${this.#beganOn} is longer than a megabyte`)
  }

  /** Whether the character ends an entry; counts the brackets on the way. */
  #isEnd(letter: string): boolean {
    if (this.#textGoesOn(letter)) return false
    if (letter === '{' || letter === '[') this.#depth += 1
    else if (letter === '}' || letter === ']') {
      if (this.#depth === 0) {
        this.isOver = true
        return true
      }
      this.#depth -= 1
    }
    return letter === ',' && this.#depth === 0
  }

  #textGoesOn(letter: string): boolean {
    if (!this.#isText) {
      this.#isText = letter === '"'
      return this.#isText
    }
    if (this.#isEscaped) this.#isEscaped = false
    else if (letter === '\\') this.#isEscaped = true
    else if (letter === '"') this.#isText = false
    return true
  }
}
