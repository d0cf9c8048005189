/** The name of the service at the beginning of SMS, and their length in parts. Pure. */
import type { Language } from '#contract/form/failures.ts'
import { measureSms } from '#server/messages/messages.ts'

/** Each part is paid for: a code, a password or a warning has two at most. */
export const maxSmsParts = 2

/** Russian and Uzbek Cyrillic. */
const latin: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts' },
  ...{ ч: 'ch', ш: 'sh', щ: 'sch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
  ...{ ў: "o'", қ: 'q', ғ: "g'", ҳ: 'h' },
}
const apostrophes = /[ʻʼ‘’`´]/g
/** Two septets each, or missing, in the GSM alphabet; a line break would begin the line for WebOTP. */
const refused = /[^ -~]|[\\^{}[\]~|]/g

/** The name in ASCII: `Замин ТВ` as `Zamin TV`; letters that have no ASCII form are left out, and '' may remain. */
export function smsName(name: string): string {
  return [...name.replaceAll(apostrophes, "'").normalize('NFC')]
    .map(asciiOf)
    .join('')
    .replaceAll(refused, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function asciiOf(letter: string): string {
  const lower = letter.toLowerCase()
  const written = latin[lower]
  // é is e with a mark that is left out.
  if (written === undefined) return letter.normalize('NFD')
  return letter === lower ? written : written.slice(0, 1).toUpperCase() + written.slice(1)
}

/** The name as a message in the language has it: Russian as it is written, Uzbek in ASCII, as the text around it. */
function nameIn(language: Language, name: string): string {
  return language === 'uz'
    ? smsName(name)
    : name
        .normalize('NFC')
        .replaceAll(/[\s\p{C}]+/gu, ' ')
        .trim()
}

/**
 * `text` with the name before it and `end` behind it, in `maxSmsParts` at most: before that is exceeded `end` is left
 * out, and then the name is cut, at a blank where there is one. Without a name the text begins with a capital letter.
 */
export function smsText(language: Language, name: string, text: string, end = ''): string {
  const whole = nameIn(language, name)
  const fits = (message: string) => {
    const { parts } = measureSms(message)
    return parts > 0 && parts <= maxSmsParts
  }
  const complete = [named(whole, text) + end, named(whole, text)].find(fits)
  if (complete !== undefined) return complete
  let cut = whole
  while (cut !== '' && !fits(named(cut, text))) cut = cutAt(cut, [...cut].length - 1)
  return named(cut, text)
}

function named(name: string, text: string): string {
  return name === '' ? text.slice(0, 1).toUpperCase() + text.slice(1) : `${name}: ${text}`
}

function cutAt(name: string, length: number): string {
  const letters = [...name].slice(0, length).join('')
  const space = letters.lastIndexOf(' ')
  return letters.slice(0, space > 0 ? space : letters.length).trim()
}
