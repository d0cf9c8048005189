/** The notifications of a programme that starts soon, and of one that was taken off the guide. Pure. */

/** In both languages. */
export interface Words {
  readonly ru: string
  readonly uz: string
}

export interface RemindedProgramme {
  readonly title: Words
  readonly channel: Words
  readonly beginMs: number
}

const longestTitle = 80

/** `minutes`: until its start, at least 1; 0: it starts now; below: it has started. */
export function reminderWords(
  { title, channel, beginMs }: RemindedProgramme,
  minutes: number,
): { readonly title: Words; readonly body: Words } {
  const at = clockInTashkent(beginMs)
  const { ru, uz } = namesOf(title)
  const on = { ru: channel.ru || channel.uz, uz: channel.uz || channel.ru }
  return {
    title: {
      ru:
        minutes > 0
          ? `Через ${minutes} ${minuteWord(minutes)}: ${ru}`
          : minutes === 0
            ? `Начинается: ${ru}`
            : `Уже идёт: ${ru}`,
      uz:
        minutes > 0
          ? `${minutes} daqiqadan keyin: ${uz}`
          : minutes === 0
            ? `Boshlanmoqda: ${uz}`
            : `Allaqachon boshlandi: ${uz}`,
    },
    body: { ru: `На канале «${on.ru}» в ${at}.`, uz: `«${on.uz}» kanalida, soat ${at} da.` },
  }
}

/** Of a programme that the guide has no more. */
export function goneWords({ title, channel, beginMs }: RemindedProgramme): {
  readonly title: Words
  readonly body: Words
} {
  const at = clockInTashkent(beginMs)
  const { ru, uz } = namesOf(title)
  const on = { ru: channel.ru || channel.uz, uz: channel.uz || channel.ru }
  return {
    title: { ru: `Снята с программы: ${ru}`, uz: `Dasturdan olib tashlandi: ${uz}` },
    body: {
      ru: `В программе канала «${on.ru}» на ${at} её больше нет.`,
      uz: `«${on.uz}» kanalining soat ${at} dagi dasturida u endi yoʻq.`,
    },
  }
}

function namesOf({ ru, uz }: Words): Words {
  return { ru: cut(ru || uz), uz: cut(uz || ru) }
}

function minuteWord(count: number): string {
  const [tens, ones] = [count % 100, count % 10]
  if (tens >= 11 && tens <= 14) return 'минут'
  return ones === 1 ? 'минуту' : ones >= 2 && ones <= 4 ? 'минуты' : 'минут'
}

function cut(text: string): string {
  return text.length <= longestTitle ? text : `${text.slice(0, longestTitle - 1).trimEnd()}…`
}

const tashkentOffsetMs = 5 * 3_600_000

/** `20:05`. */
function clockInTashkent(atMs: number): string {
  return new Date(atMs + tashkentOffsetMs).toISOString().slice(11, 16)
}
