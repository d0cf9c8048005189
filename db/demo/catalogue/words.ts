import * as z from 'zod/mini'

/** A text in both languages. */
export interface Words {
  readonly ru: string
  readonly uz: string
}

const line = z.string().check(z.minLength(1))

/** A text in both languages, as the demo's data files have it. */
export const wordsInput = z.strictObject({ ru: line, uz: line })
