/** The `lang` of a name for screen readers: the language it is most likely written in; none for original names. */
export function spokenLanguage(text: string): 'ru' | 'uz' | 'en' {
  if (/[ўқғҳ]/i.test(text) || /[og][ʻ‘’'`]/i.test(text)) return 'uz'
  return /[а-яё]/i.test(text) ? 'ru' : 'en'
}
