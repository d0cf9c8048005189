/**
 * What the last folded word of a query may become with the next letter. Folding maps some pairs of letters to one, so
 * a word cut between them folds to a text that is no prefix of the whole: "tos" of "Toshkent", which is "toWkent",
 * and "ради" of «радио», which is "rade".
 */
const mayBecome: Readonly<Record<string, readonly string[]>> = {
  s: ['W'],
  c: ['s', 'C'],
  z: ['j'],
  k: ['h'],
  t: ['s'],
  p: ['f'],
  d: ['j'],
  y: [''],
  i: [''],
  т: ['s'],
  д: ['j'],
  и: [''],
  й: [''],
}

/** Further prefixes to search besides `folded`, the folded last word of `text`. */
export function halfTyped(text: string, folded: string): readonly string[] {
  const last = text.at(-1)?.toLowerCase() ?? ''
  const stem = folded.slice(0, -1)
  // Without its last letter a short word is a prefix of everything.
  return (mayBecome[last] ?? []).flatMap((next) =>
    stem.length + next.length < 2 || (next === '' && stem.length < 3) ? [] : [stem + next],
  )
}
