import { subtitleMarks } from './subtitle-marks.ts'

/**
 * The language of a subtitle file: the part between the film's name and the extension (`.ru.forced.srt`), else the
 * script of its text if that is clear. Undefined when neither says.
 */
export function subtitleLanguage(suffix: string, text: string): string | undefined {
  const parts = suffix
    .toLowerCase()
    .replaceAll(/['‘’ʼʻ`]/g, '')
    .split(/[.\s_()[\]-]+/)
  const language =
    parts.map((part) => subtitleMarks[part]).find((code) => code !== undefined) ?? codeIn(parts)
  if (language !== undefined) return language
  const letters = text.slice(0, 20_000)
  if (/[ўқғҳЎҚҒҲ]/.test(letters)) return 'uz'
  if ((letters.match(/[а-яё]/gi) ?? []).length > 40) return 'ru'
  if (/[og][ʻʼ'‘’]\p{L}/iu.test(letters) && /\b(?:va|bilan|uchun|emas)\b/i.test(letters)) return 'uz'
  return undefined
}

/** Words that look like a language code. */
const noLanguage = new Set([
  'cc',
  'sdh',
  'hi',
  'for',
  'full',
  'sub',
  'dub',
  'ass',
  'srt',
  'vtt',
  'ssa',
  'alt',
  'und',
  'mul',
  'zxx',
  'old',
  'new',
  'web',
  'tv',
  'hd',
])

/** Any ISO 639 language with a two-letter code, by that or by its three-letter code. */
function codeIn(parts: readonly string[]): string | undefined {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  for (const part of parts) {
    if (!/^[a-z]{2,3}$/.test(part) || noLanguage.has(part)) continue
    const [code = ''] = Intl.getCanonicalLocales(part)
    if (code.length === 2 && names.of(code) !== undefined) return code
  }
  return undefined
}
