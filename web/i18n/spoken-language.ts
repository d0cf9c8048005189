/** The language a name is most likely written in, for the voice that reads it: original names come without one. */
export function spokenLanguage(text: string): 'ru' | 'uz' | 'en' {
  if (/[ўқғҳ]/i.test(text) || /[og][ʻ‘’'`]/i.test(text)) return 'uz'
  return /[а-яё]/i.test(text) ? 'ru' : 'en'
}
