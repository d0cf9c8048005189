import type { Language } from '#contract/form/failures.ts'
import type { Purpose } from './rules.ts'

/**
 * The texts of code messages. In ASCII, Russian in Latin letters: one Cyrillic letter would reduce the length of a
 * part from 160 to 70, and each part is paid for.
 */
const texts: Readonly<Record<Purpose, Readonly<Record<Language, string>>>> = {
  register: {
    ru: 'Ekran: kod registratsii {code}. Nikomu ego ne soobshchayte. Deystvuet 5 minut.',
    uz: "Ekran: ro'yxatdan o'tish kodi {code}. Uni hech kimga aytmang. 5 daqiqa amal qiladi.",
  },
  reset: {
    ru: 'Ekran: kod dlya novogo parolya {code}. Esli vy ego ne prosili, nikomu ne soobshchayte.',
    uz: "Ekran: yangi parol uchun kod {code}. So'ramagan bo'lsangiz, hech kimga aytmang.",
  },
  confirm_phone: {
    ru: 'Ekran: kod podtverzhdeniya telefona {code}. Nikomu ego ne soobshchayte.',
    uz: 'Ekran: telefonni tasdiqlash kodi {code}. Uni hech kimga aytmang.',
  },
  login: {
    ru: 'Ekran: kod dlya vhoda {code}. Esli vy ego ne prosili, nikomu ne soobshchayte.',
    uz: "Ekran: kirish kodi {code}. So'ramagan bo'lsangiz, hech kimga aytmang.",
  },
}

/** The text for a generated password. */
const passwordMade: Readonly<Record<Language, string>> = {
  ru: 'Ekran: vash parol {password}. Vhod po nomeru telefona. Nikomu ego ne soobshchayte; smenit mozhno v kabinete.',
  uz: 'Ekran: parolingiz {password}. Telefon raqami bilan kiring. Hech kimga aytmang; kabinetda almashtirish mumkin.',
}

/** The message with a generated password. */
export function passwordMessage(language: Language, password: string): string {
  return passwordMade[language].replace('{password}', password)
}

/** The message to the former phone of an account: the last warning to its owner if someone else changed it. */
const phoneChanged: Readonly<Record<Language, string>> = {
  ru: 'Ekran: u vashego akkaunta teper drugoy telefon ({phone}). Esli eto ne vy, srochno pozvonite v podderzhku.',
  uz: "Ekran: hisobingiz telefoni o'zgardi ({phone}). Bu siz bo'lmasangiz, darhol qo'llab-quvvatlashga qo'ng'iroq qiling.",
}

/** The message to the former phone; `phone` is the new one, masked. */
export function phoneChangedMessage(language: Language, phone: string): string {
  return phoneChanged[language].replace('{phone}', phone)
}

/** One message part in the GSM alphabet. */
export const onePart = 160

/**
 * The message with a code. With `host`, the name of an https site, it ends with the WebOTP line, so that a browser
 * offers the code only on that site; a name too long for one part is left out.
 */
export function codeMessage(
  purpose: Purpose,
  language: Language,
  code: string,
  host: string | undefined,
): string {
  const text = texts[purpose][language].replace('{code}', code)
  if (host === undefined) return text
  const whole = `${text}\n@${host} #${code}`
  return whole.length <= onePart ? whole : text
}

/** The host for WebOTP of the site's public address, if browsers may use it there. */
export function otpHost(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined || !URL.canParse(publicUrl)) return undefined
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && /^[\w.-]+$/.test(hostname) ? hostname : undefined
}
