/** The notification of recordings that expire. Pure. */

interface Words {
  readonly ru: string
  readonly uz: string
}

const maxNamed = 5

/** `titles`: of the recordings that expire in about a week, at least one. */
export function expiryWords(titles: readonly Words[]): { readonly title: Words; readonly body: Words } {
  const named = (language: 'ru' | 'uz') => {
    const names = titles
      .slice(0, maxNamed)
      .map((one) => `«${one[language] || one[language === 'ru' ? 'uz' : 'ru']}»`)
      .join(', ')
    const more = titles.length - Math.min(titles.length, maxNamed)
    return more === 0 ? names : language === 'ru' ? `${names} и ещё ${more}` : `${names} va yana ${more} ta`
  }
  return {
    title: { ru: 'Записи скоро удалятся', uz: 'Yozuvlar tez orada oʻchiriladi' },
    body: {
      ru: `Срок хранения заканчивается через неделю: ${named('ru')}. Успейте посмотреть.`,
      uz: `Saqlash muddati bir haftadan keyin tugaydi: ${named('uz')}. Koʻrib olishga ulguring.`,
    },
  }
}
