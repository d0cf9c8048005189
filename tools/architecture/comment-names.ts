import type { Source } from './read-source.ts'

/** Names of browsers and formats, and examples, that comments may use though no source has them. */
export const namesOfOthers: readonly string[] = ['sendBeacon', 'baseMediaDecodeTime', 'askedFor']

/** The camelCase names that a file's comments put in backticks: parameters, functions and types of the project. */
export function namesInComments({ text, comments }: Pick<Source, 'text' | 'comments'>): readonly string[] {
  return comments.flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(/`([a-z]+[A-Z][A-Za-z0-9]*)/g)].map(([, name = '']) => name),
  )
}

/** Every word of a file outside its comments. */
export function wordsOfCode({ text, comments }: Pick<Source, 'text' | 'comments'>): readonly string[] {
  const words: string[] = []
  let from = 0
  for (const { start, end } of [...comments, { start: text.length, end: text.length }]) {
    words.push(...(text.slice(from, start).match(/[A-Za-z_$][\w$]*/g) ?? []))
    from = end
  }
  return words
}
