/** A text as filters compare it: ё is е, and every spelling of the Uzbek apostrophe is the same. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\u02BB\u02BC\u2018\u2019'`]/g, "'")
}

/** Whether every word of `typed` is somewhere in `text`. */
export function hasWords(text: string, typed: string): boolean {
  const folded = foldText(text)
  return foldText(typed)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
