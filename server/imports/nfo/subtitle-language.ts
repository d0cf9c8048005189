import { subtitleMarks } from './subtitle-marks.ts'

/** A language with where it is from. */
export interface SubtitleLanguage {
  /** ISO 639-1. */
  readonly language: string
  /** The file's name, or the letters of its text. */
  readonly from: 'name' | 'text'
  /** The name's part also means something else, or the text is in other letters. */
  readonly isDoubtful: boolean
}

/**
 * The language of a subtitle file: the part between the film's name and the extension (`.ru.forced.srt`), else the
 * script of its text if that is clear. Undefined when neither says.
 */
export function readSubtitleLanguage(suffix: string, text: string): SubtitleLanguage | undefined {
  const parts = suffix
    .toLowerCase()
    .replaceAll(/['‘’ʼʻ`]/g, '')
    .split(/[.\s_()[\]-]+/)
  const marked = parts.map((part) => subtitleMarks[part]).find((code) => code !== undefined)
  const language = marked ?? codeIn(parts)
  const letters = text.slice(0, 20_000)
  if (language !== undefined) {
    const isWord = marked === undefined && parts.some((part) => words.has(part))
    return { language, from: 'name', isDoubtful: isWord || isInOtherLetters(language, letters) }
  }
  const guessed = languageOfText(letters)
  return guessed === undefined ? undefined : { language: guessed, from: 'text', isDoubtful: true }
}

/** As `readSubtitleLanguage`, the language alone. */
export function subtitleLanguage(suffix: string, text: string): string | undefined {
  return readSubtitleLanguage(suffix, text)?.language
}

/** Languages by codes that are words of names too: `Let It Be.it.srt` is rather no Italian. */
const words = new Set(['it', 'is', 'no', 'so', 'to', 'am', 'as', 'my', 'or', 'an', 'be', 'he', 'la', 'id'])
const enough = 40

function isInOtherLetters(language: string, letters: string): boolean {
  const cyrillic = (letters.match(/[а-яё]/gi) ?? []).length
  const latin = (letters.match(/[a-z]/gi) ?? []).length
  if (['ru', 'uk', 'bg', 'be'].includes(language)) return latin > enough && latin > cyrillic
  if (['en', 'de', 'fr', 'es', 'it', 'pl', 'cs', 'tr', 'pt'].includes(language))
    return cyrillic > enough && cyrillic > latin
  return false
}

function languageOfText(letters: string): string | undefined {
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
