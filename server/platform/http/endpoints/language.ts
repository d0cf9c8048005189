import type { Language } from '#contract/form/failures.ts'

/**
 * The language of a request: `lang` when it is supported, else the first supported one in Accept-Language, else
 * Russian.
 */
export function languageOf(lang: unknown, acceptLanguage: string | undefined): Language {
  if (lang === 'ru' || lang === 'uz') return lang
  if (acceptLanguage === undefined) return 'ru'
  let best: Language = 'ru'
  let bestWeight = 0
  for (const part of acceptLanguage.slice(0, 200).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const primary = tag.split('-', 1)[0]
    if (primary !== 'ru' && primary !== 'uz') continue
    const weight = weightOf(parameters)
    if (weight > bestWeight) [best, bestWeight] = [primary, weight]
  }
  return best
}

function weightOf(parameters: readonly string[]): number {
  const match = parameters.find((parameter) => parameter.trim().startsWith('q='))
  if (match === undefined) return 1
  const weight = Number(match.trim().slice(2))
  return weight >= 0 && weight <= 1 ? weight : 0
}
