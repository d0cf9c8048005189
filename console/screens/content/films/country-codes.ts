/** Countries that are typed as codes or as names in Russian, Uzbek or English. */
import { countryCode } from '#contract/form/countries.ts'

/** Names besides those of the language data. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ usa: 'US', america: 'US', америка: 'US', aqsh: 'US', сша: 'US' },
  ...{ uk: 'GB', england: 'GB', англия: 'GB', angliya: 'GB', британия: 'GB' },
  ...{ korea: 'KR', корея: 'KR', koreya: 'KR', czechia: 'CZ', чехия: 'CZ' },
  ...{ ссср: 'SU', ussr: 'SU', sssr: 'SU', киргизия: 'KG', белоруссия: 'BY', turkey: 'TR' },
}

let codes: ReadonlyMap<string, string> | undefined

/** Built on first use: all names of all countries in the three languages. */
function codesByName(): ReadonlyMap<string, string> {
  if (codes !== undefined) return codes
  const names = new Map<string, string>()
  const tables = ['ru', 'uz', 'en'].map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  )
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
  for (const code of letters.flatMap((first) => letters.map((second) => first + second)))
    // A code of a former state has the name of what followed it.
    if (new Intl.Locale(`und-${code}`).region === code)
      for (const table of tables) {
        const name = folded(table.of(code) ?? '')
        if (name.length > 2 && !names.has(name)) names.set(name, code)
      }
  for (const [name, code] of Object.entries(otherNames)) names.set(name, code)
  codes = names
  return names
}

function folded(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/['ʻʼ’‘`´]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * The codes of a typed list, in its order, each once: `UZ, Франция; South Korea`, and `UZ FR`. What names no country stays as
 * it is typed, for the endpoint to refuse.
 */
export function countryCodes(typed: string): readonly string[] {
  const parts = typed
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((part) => (/^[a-z]{2}(?:\s+[a-z]{2})+$/i.test(part) ? part.split(/\s+/) : [part]))
  return [...new Set(parts.map((part) => codesByName().get(folded(part)) ?? countryCode(part) ?? part))]
}
