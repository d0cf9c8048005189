import type { Sliced } from '#server/platform/concurrency/in-slices.ts'
import { PostingsCollector, type Postings } from './postings.ts'
import { orderOf } from './slices.ts'
import { firstNotBelow } from './vocabulary.ts'

/** Whole names, folded and without spaces, so that "человекпаук" finds «Человек-паук». */
export interface WholeNames {
  readonly postings: Postings
  /**
   * Names that equal this text or begin with it: their numbers for `postings`, and which part of each it is, up to 1.
   */
  beginning(text: string, visit: (name: number, part: number) => void): void
}

/** More names with one prefix are not checked: one letter has so many only among a hundred thousand names. */
const maxOfOneBeginning = 6000
const shortest = 2

export function collectNames() {
  const numbers = new Map<string, number>()
  const names: string[] = []
  const postings = new PostingsCollector()
  return {
    add(name: string, docId: number, weight: number) {
      if (name.length < shortest) return
      let number = numbers.get(name)
      if (number === undefined) {
        number = names.push(name) - 1
        numbers.set(name, number)
      }
      postings.add(number, docId, weight)
    },
    *seal(): Sliced<WholeNames> {
      numbers.clear()
      const order = yield* orderOf(names.length, (a, b) => ((names[a] ?? '') < (names[b] ?? '') ? -1 : 1))
      return {
        postings: yield* postings.seal(),
        beginning: (text, visit) => {
          if (text === '') return
          const from = firstNotBelow(names, order, text)
          for (let at = from; at < order.length && at < from + maxOfOneBeginning; at += 1) {
            const number = order[at] ?? 0
            const name = names[number] ?? ''
            if (!name.startsWith(text)) return
            visit(number, text.length / name.length)
          }
        },
      }
    },
  }
}
