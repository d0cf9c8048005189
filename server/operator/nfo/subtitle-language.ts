/** Languages as subtitle files are marked with them, as ISO 639-1. */
const marked: Readonly<Record<string, string>> = {
  ru: 'ru', rus: 'ru', russian: 'ru', рус: 'ru', русский: 'ru', uz: 'uz', uzb: 'uz', uzbek: 'uz', узб: 'uz', en: 'en', eng: 'en',
  english: 'en', kk: 'kk', kaz: 'kk', tr: 'tr', tur: 'tr', de: 'de', ger: 'de', deu: 'de', fr: 'fr', fre: 'fr', fra: 'fr',
  es: 'es', spa: 'es', it: 'it', ita: 'it', ko: 'ko', kor: 'ko', ja: 'ja', jpn: 'ja', zh: 'zh', chi: 'zh', zho: 'zh',
  ar: 'ar', ara: 'ar', hi: 'hi', hin: 'hi', tg: 'tg', tgk: 'tg', ky: 'ky', kir: 'ky', uk: 'uk', ukr: 'uk',
} // prettier-ignore

/**
 * The language of a subtitle file: what stands between the film's name and the extension (`.ru.forced.srt`), else
 * the script of its text where that is telling. Undefined when neither says.
 */
export function subtitleLanguage(suffix: string, text: string): string | undefined {
  for (const part of suffix.toLowerCase().split(/[.\s_-]+/)) {
    const language = marked[part]
    if (language !== undefined) return language
  }
  const letters = text.slice(0, 20_000)
  if (/[ўқғҳЎҚҒҲ]/.test(letters)) return 'uz'
  if ((letters.match(/[а-яё]/gi) ?? []).length > 40) return 'ru'
  if (/[og][ʻʼ'‘’]\p{L}/iu.test(letters) && /\b(?:va|bilan|uchun|emas)\b/i.test(letters)) return 'uz'
  return undefined
}
