import type { Language } from '#contract/form/failures.ts'
import type { Purpose } from './rules.ts'
import { smsText } from './sms-name.ts'

/**
 * The texts of code messages, after the name of the service. Russian is in Cyrillic, which leaves 70 characters to a
 * part: the texts are so short that with the name and the line for WebOTP most are one part. Uzbek is in Latin letters
 * with the apostrophe of keyboards (`o'`), with which a part has 160: one ʻ (U+02BB) would make it 70.
 */
const texts: Readonly<Record<Purpose, Readonly<Record<Language, string>>>> = {
  register: {
    ru: 'код регистрации {code}. Не сообщайте его',
    uz: "ro'yxatdan o'tish kodi {code}. Uni hech kimga aytmang",
  },
  reset: {
    ru: 'код для пароля {code}. Не сообщайте его',
    uz: 'yangi parol uchun kod {code}. Uni hech kimga aytmang',
  },
  confirm_phone: {
    ru: 'код для номера {code}. Не сообщайте его',
    uz: 'telefonni tasdiqlash kodi {code}. Uni hech kimga aytmang',
  },
  login: {
    ru: 'код для входа {code}. Не сообщайте его',
    uz: 'kirish kodi {code}. Uni hech kimga aytmang',
  },
}

/** The text for a generated password. */
const passwordMade: Readonly<Record<Language, string>> = {
  ru: 'ваш пароль {password}. Входите по номеру телефона. Не сообщайте пароль, сменить его можно в кабинете',
  uz: "parolingiz {password}. Telefon raqami bilan kiring. Hech kimga aytmang, kabinetda o'zgartirish mumkin",
}

/** The message with a generated password; `service` is the name of the service. */
export function passwordMessage(language: Language, password: string, service: string): string {
  const text = passwordMade[language].replace('{password}', () => password)
  return smsText(language, service, text)
}

/** The message to the former phone of an account: the last warning to its owner if someone else changed it. */
const phoneChanged: Readonly<Record<Language, string>> = {
  ru: 'у вашего аккаунта новый телефон {phone}. Если это сделали не вы, позвоните в поддержку',
  uz: "hisobingiz telefoni o'zgardi: {phone}. Buni siz qilmagan bo'lsangiz, qo'llab-quvvatlash xizmatiga qo'ng'iroq qiling",
}

/** The message to the former phone; `phone` is the new one, masked, and `service` the name of the service. */
export function phoneChangedMessage(language: Language, phone: string, service: string): string {
  const text = phoneChanged[language].replace('{phone}', () => phone)
  return smsText(language, service, text)
}

/** The message to the phone that an account had, when it has none any more. */
const phoneRemoved: Readonly<Record<Language, string>> = {
  ru: 'этот номер больше не привязан к вашему аккаунту. Если это сделали не вы, позвоните в поддержку',
  uz: "bu telefon hisobingizdan olib tashlandi. Buni siz qilmagan bo'lsangiz, qo'llab-quvvatlash xizmatiga qo'ng'iroq qiling",
}

/** The message to a phone that was removed from an account; `service` is the name of the service. */
export function phoneRemovedMessage(language: Language, service: string): string {
  return smsText(language, service, phoneRemoved[language])
}

/** What a message with a code says. */
export interface CodeMessage {
  readonly purpose: Purpose
  readonly code: string
  /** The name of the service in the language of the message. */
  readonly service: string
  /** The name of an https site, for WebOTP. */
  readonly host: string | undefined
}

/**
 * The message with a code. With a host it ends with the WebOTP line, so that a browser offers the code only on that
 * site; a host too long for two parts is left out.
 */
export function codeMessage(language: Language, { purpose, code, service, host }: CodeMessage): string {
  const text = texts[purpose][language].replace('{code}', code)
  return smsText(language, service, text, host === undefined ? '' : `\n@${host} #${code}`)
}

/** The texts of codes in Telegram, where letters cost nothing. */
const inTelegram: Readonly<Record<'reset' | 'login', Readonly<Record<Language, string>>>> = {
  reset: {
    ru: 'Код для нового пароля в «{service}»: {code}\n\nНикому его не сообщайте. Если вы его не запрашивали, кто-то указал ваш номер: ничего делать не нужно.',
    uz: '«{service}» uchun yangi parol kodi: {code}\n\nUni hech kimga aytmang. Soʻramagan boʻlsangiz, kimdir raqamingizni koʻrsatgan: hech narsa qilish shart emas.',
  },
  login: {
    ru: 'Код для входа в «{service}»: {code}\n\nНикому его не сообщайте. Если вы его не запрашивали, кто-то указал ваш номер: ничего делать не нужно.',
    uz: '«{service}»ga kirish kodi: {code}\n\nUni hech kimga aytmang. Soʻramagan boʻlsangiz, kimdir raqamingizni koʻrsatgan: hech narsa qilish shart emas.',
  },
}

/** The message with a code in Telegram. */
export function telegramCode(
  language: Language,
  { purpose, code, service }: Pick<CodeMessage, 'purpose' | 'code' | 'service'>,
): string {
  const text = inTelegram[purpose === 'reset' ? 'reset' : 'login'][language]
  return text.replace('{service}', () => service).replace('{code}', code)
}

/** The host for WebOTP of the site's public address, if browsers may use it there. */
export function otpHost(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined || !URL.canParse(publicUrl)) return undefined
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && /^[\w.-]+$/.test(hostname) ? hostname : undefined
}
