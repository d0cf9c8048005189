/** A notification as a message with buttons. Pure. */
import { InlineKeyboard } from 'grammy'
import type { Language } from '#contract/form/failures.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { Delivery } from './delivery-queue.ts'

/** Telegram accepts 4096 characters; the site has the full text. */
const maxText = 3500

const words: Readonly<Record<'pay' | 'endRenewal' | 'open', Readonly<Record<Language, string>>>> = {
  pay: { ru: 'Пополнить баланс', uz: 'Balansni toʻldirish' },
  endRenewal: { ru: 'Отключить продление', uz: 'Uzaytirishni oʻchirish' },
  open: { ru: 'Открыть', uz: 'Ochish' },
}

/** The last paragraph of a notice of a charge, about the link of the site: in Telegram a button says it. */
export const renewalByLink: Readonly<Record<Language, string>> = {
  ru: 'Отменить продление можно одним нажатием: откройте это сообщение и перейдите по ссылке.',
  uz: 'Uzaytirishni bir bosishda bekor qilish mumkin: shu xabarni ochib, havolaga oʻting.',
}

/** The data of the button of a notice that ends the renewal of a tariff. */
export function endRenewalData(tariffId: number): string {
  return `renew:end:${tariffId}`
}

type Shown = Pick<Delivery, 'title' | 'body' | 'href' | 'language' | 'renewsTariffId'>

/** `site`: its address without a closing slash; undefined where buttons cannot lead to it. */
export function noticeMessage(
  { title, body, href, language, renewsTariffId }: Shown,
  site: string | undefined,
): { readonly text: string; readonly keyboard: InlineKeyboard } {
  const byLink = renewalByLink[language]
  const own = renewsTariffId !== null && body.endsWith(byLink) ? body.slice(0, -byLink.length) : body
  const whole = `${title}\n\n${own.replaceAll(/\n{3,}/g, '\n\n')}`.toWellFormed().trim()
  const text =
    whole.length <= maxText
      ? whole
      : `${whole
          .slice(0, maxText - 1)
          .replace(/[\ud800-\udbff]$/, '')
          .trimEnd()}…`
  const keyboard = new InlineKeyboard()
  if (renewsTariffId !== null) {
    if (site !== undefined) keyboard.url(words.pay[language], `${site}${pathOf('cabinet')}?pay=0`).row()
    keyboard.text(words.endRenewal[language], endRenewalData(renewsTariffId))
  } else if (href !== '' && site !== undefined) keyboard.url(words.open[language], `${site}${href}`)
  return { text, keyboard }
}
