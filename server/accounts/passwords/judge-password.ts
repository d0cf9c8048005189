import { isCommonWord, ownWords } from './common-passwords.ts'
import { inOtherLayout, unforeseen } from './keyboard.ts'
import { passwordMax, passwordMin } from '#contract/form/constants.ts'

export type PasswordJudgement = 'good' | 'short' | 'long' | 'common'

/** With fewer characters than this that do not follow from the one before, a password is a keyboard walk. */
const minUnforeseen = 4
/** So few characters around a common or personal word do not make a password secret. */
const weakTail = 4
const longWords = ownWords.filter((word) => word.length > weakTail)

/**
 * Whether a password is accepted (NIST SP 800-63B, 3.1.1.2): its length in characters, no common one in either
 * keyboard layout, and nothing from `about` (the phone, the subscriber number, the name). No rules on kinds of
 * characters.
 */
export function judgePassword(password: string, about: readonly string[]): PasswordJudgement {
  const length = [...password].length
  if (length < passwordMin) return 'short'
  if (length > passwordMax) return 'long'
  const typed = password.normalize('NFKC').toLowerCase()
  if (unforeseen(typed) < minUnforeseen || isDate(typed)) return 'common'
  const forms = new Set([typed, inOtherLayout(typed), withoutDisguise(typed)])
  for (const form of forms) {
    if (isCommonWord(form) || isCommonWord(core(form))) return 'common'
    if ([...longWords, ...wordsAbout(about)].some((word) => isMostly(form, word))) return 'common'
  }
  return 'good'
}

/** The password without the digits and signs that people add because a rule demands them: a year, `!`, `123`. */
function core(password: string): string {
  const bare = password.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const short = bare.replace(/^\d{1,4}(?=\p{L})/u, '').replace(/(?<=\p{L})[^\p{L}]{1,4}$/u, '')
  // The rest of a longer word is too short to judge: `no` of `1-no` would match any list.
  return short.length >= weakTail ? short : bare
}

/** `p@ssw0rd` is as easy to guess as `password`. */
function withoutDisguise(password: string): string {
  const plain: Readonly<Record<string, string>> = {
    '@': 'a',
    '4': 'a',
    '0': 'o',
    '1': 'i',
    '3': 'e',
    $: 's',
    '5': 's',
  }
  return password.replace(/(?<=\p{L})[@0134$5](?=\p{L})/gu, (sign) => plain[sign] ?? sign)
}

/** `01011990`, `19900101`, with or without dots. */
function isDate(password: string): boolean {
  const digits = password.replace(/[./-]/g, '')
  const day = String.raw`(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])`
  const turned = String.raw`(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`
  return new RegExp(`^(?:${day}(?:19|20)\\d\\d|(?:19|20)\\d\\d${turned})$`).test(digits)
}

/** The words that an attacker who knows the person would try first. */
function wordsAbout(about: readonly string[]): readonly string[] {
  return about.flatMap((text) => {
    const digits = text.replace(/\D/g, '')
    if (digits.length >= 6) return digits.startsWith('998') ? [digits, digits.slice(3)] : [digits]
    return text
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length >= weakTail)
  })
}

function isMostly(password: string, word: string): boolean {
  return password.includes(word) && password.length - word.length <= weakTail
}
