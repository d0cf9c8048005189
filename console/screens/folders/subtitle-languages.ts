/** Languages of subtitles as one line of text: `rus2=ru, x=uz`. Pure. */

export function languagesText(languages: unknown): string {
  if (typeof languages !== 'object' || languages === null) return ''
  return Object.entries(languages)
    .map(([part, language]) => `${part}=${String(language)}`)
    .join(', ')
}

/** A pair that has no `=` has no language, which the endpoint refuses at the field. */
export function readLanguages(text: string): Readonly<Record<string, string>> {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      const [part, language] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
      return [part.trim().toLowerCase(), language.trim().toLowerCase()]
    }),
  )
}
