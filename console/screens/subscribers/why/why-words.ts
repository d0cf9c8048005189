/** The answer in one sentence. Pure. */
import type { consoleSubscriberWhy } from '#contract/console/subscriber-why.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { formatDate, formatMoment } from '#console/i18n/format.ts'
import type { WhyText } from './why-text.ts'

export type WhyAnswer = ResponseOf<typeof consoleSubscriberWhy.answer>
export type WhyDevice = ResponseOf<typeof consoleSubscriberWhy.choices>['devices'][number]

interface Wording {
  readonly t: WhyText
  readonly language: StaffLanguage
  readonly nowSec: number
}

/** The reason in one sentence with its figures, without its full stop. */
export function whySentence(answer: WhyAnswer, { t, language, nowSec }: Wording): string {
  const { reason, since, until } = answer
  const item = answer.item[language]
  const date = formatDate(since, language, nowSec)
  const moment = formatMoment(since, language, nowSec)
  switch (reason) {
    case 'account_blocked':
    case 'account_closed':
      return since === 0 ? t(`bare.${reason}`) : t(`says.${reason}`, { date })
    case 'device_removed':
      return t('says.device_removed', { date: moment })
    case 'no_device':
      return t('says.no_device')
    case 'app_old':
      return t('says.app_old', { version: answer.version, app: answer.app })
    case 'title_elsewhere':
      return t('says.title_elsewhere', { item, place: t(`place.${answer.region}`) })
    case 'outside_region':
      return t('says.outside_region', { item, address: answer.address })
    case 'profile_gone':
    case 'profile_age':
    case 'profile_channel':
    case 'profile_hours':
    case 'profile_minutes':
      return profileSentence(reason, answer, { t, item })
    case 'not_subscribed':
      return tariffSentence(answer, { t, language, item })
    case 'paused':
      return t('says.paused', { date: formatDate(until, language, nowSec) })
    case 'suspended':
      return t('says.suspended', { date, sum: moneyIn(language, answer.missing) })
    case 'window_ahead':
      return t('says.window_ahead', { item, date: moment })
    case 'window_ended':
    case 'channel_down':
      return since === 0 ? t(`bare.${reason}`, { item }) : t(`says.${reason}`, { item, date: moment })
    case 'programme_ahead':
      return t('says.programme_ahead', { programme: answer.programme[language], date: moment })
    case 'blackout':
      return until === 0
        ? t('bare.blackout', { item })
        : t('says.blackout', { item, date: formatMoment(until, language, nowSec) })
    case 'archive_over':
    case 'not_recorded':
      return t(`says.${reason}`, { item, days: t('days', { count: answer.days }) })
    case 'too_many_streams':
      return t('says.too_many_streams', { limit: answer.limit })
    case 'channel_hidden':
    case 'programme_missing':
    case 'title_hidden':
    case 'no_file':
    case 'channel_off':
    case 'channel_without_source':
    case 'not_packaged':
    case 'no_archive':
    case 'nothing':
      return t(`says.${reason}`, { item })
  }
}

/** Which tariffs would open it. */
function tariffSentence(
  answer: WhyAnswer,
  { t, language, item }: Pick<Wording, 't' | 'language'> & { readonly item: string },
): string {
  const tariffs = answer.tariffs.map(({ name, price }) =>
    t('price', { name: name[language], sum: moneyIn(language, price) }),
  )
  return tariffs.length === 0
    ? t('bare.not_subscribed', { item })
    : t('says.not_subscribed', { item, tariffs: tariffs.join('; ') })
}

type ProfileReason = Extract<WhyAnswer['reason'], `profile_${string}`>

/** Which limit of the device's profile it is. */
function profileSentence(
  reason: ProfileReason,
  answer: WhyAnswer,
  { t, item }: Pick<Wording, 't'> & { readonly item: string },
): string {
  const profile = profileName(answer, t)
  const { age, hours_from: from, hours_to: to, minutes } = answer
  switch (reason) {
    case 'profile_gone':
      return t('says.profile_gone')
    case 'profile_age':
      return t('says.profile_age', { item, age, profile })
    case 'profile_channel':
      return t('says.profile_channel', { item, profile })
    case 'profile_hours':
      return t('says.profile_hours', { from, to, profile })
    case 'profile_minutes':
      return t('says.profile_minutes', { time: t('minutes', { count: minutes }), profile })
  }
}

/** What is read out to somebody who must pay: the subscriber number and the sum. */
export function payText(answer: WhyAnswer, t: WhyText, language: StaffLanguage): string {
  return t('payText', { number: answer.abonement, sum: moneyIn(language, answer.missing) })
}

/** The name of a device, or what stands in its place. */
export function deviceName({ name, model }: Pick<WhyDevice, 'name' | 'model'>, t: WhyText): string {
  return name || model || t('unnamed')
}

/** The name of the device's profile, or what stands in its place. */
export function profileName({ profile }: Pick<WhyAnswer, 'profile'>, t: WhyText): string {
  return profile || t('firstProfile')
}
