/** Columns whose cells name things that exist: categories, genres, providers. Pure. */
import { type Column, type TableLanguage, joinTexts, problemOf, splitTexts, tidy } from './column.ts'

export interface Choice {
  readonly id: number
  readonly name_ru: string
  readonly name_uz: string
}

const maxHint = 12

/** Reads and writes things by their names: `Драма`, or `Драма #12` where two have the same name. */
export class Choices {
  readonly #names = new Map<number, string>()
  readonly #byName = new Map<string, number>()
  readonly hint: string

  constructor(choices: readonly Choice[], language: TableLanguage) {
    const nameOf = ({ name_ru: ru, name_uz: uz }: Choice) => tidy(language === 'uz' ? uz || ru : ru || uz)
    const namesOf = (choice: Choice) => new Set([choice.name_ru, choice.name_uz].map(fold).filter(Boolean))
    const owners = Map.groupBy(
      choices.flatMap((choice) => [...namesOf(choice)].map((name) => ({ name, id: choice.id }))),
      ({ name }) => name,
    )
    for (const [name, [first, ...others]] of owners)
      if (first !== undefined && others.length === 0) this.#byName.set(name, first.id)
    for (const choice of choices) {
      const name = nameOf(choice)
      const isClear = this.#byName.get(fold(name)) === choice.id && !/#\d+$/.test(name)
      this.#names.set(choice.id, isClear ? name : `${name} #${choice.id}`.trim())
    }
    const [shown, more] = [choices.slice(0, maxHint), choices.length > maxHint]
    this.hint = shown.map((choice) => this.write(choice.id)).join('; ') + (more ? '; …' : '')
  }

  write(id: number): string {
    return this.#names.get(id) ?? `#${id}`
  }

  read(text: string): number | undefined {
    const number = /#(\d{1,9})$/.exec(text)?.[1]
    const id = number === undefined ? this.#byName.get(fold(text)) : Number(number)
    return id !== undefined && this.#names.has(id) ? id : undefined
  }
}

function fold(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[ʻʼ’‘`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const shape = { kind: 'text', width: 22, isReadOnly: false } as const

/** One thing. */
export function choiceColumn(name: string, choices: Choices): Column {
  return {
    ...{ ...shape, name },
    write: (value) => (typeof value === 'number' ? choices.write(value) : ''),
    read: (text) => {
      if (text === '') return problemOf('required', choices.hint)
      const id = choices.read(text)
      return id === undefined ? problemOf('unknown_choice', choices.hint) : { value: id }
    },
  }
}

/** Several things, the main one first. */
export function choicesColumn(name: string, choices: Choices, max: number): Column {
  return {
    ...{ ...shape, name },
    write: (value) => joinTexts((value as readonly number[]).map((id) => choices.write(id))),
    read: (cell) => {
      const ids = new Set<number>()
      for (const text of splitTexts(cell)) {
        const whole = choices.read(text)
        // People write commas too.
        const parts = whole === undefined ? text.split(',').map((part) => choices.read(part.trim())) : [whole]
        for (const id of parts) {
          if (id === undefined) return problemOf('unknown_choice', choices.hint)
          ids.add(id)
        }
      }
      return ids.size > max ? problemOf('too_many', String(max)) : { value: [...ids] }
    },
  }
}
