/** What a message says, in the language of its target. Pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { AlarmKind } from '#server/alarms/problems/kinds.ts'
import type { TargetLanguage } from '#server/alarms/stored/tables.ts'

/** An alarm as messages have it; times are unix milliseconds. */
export interface AlarmFacts {
  readonly alarmId: number
  readonly rule: string
  readonly kind: AlarmKind
  /** '' when no source is common, `*` for several. */
  readonly host: string
  readonly beganMs: number
  readonly endedMs: number | null
  /** In order of their numbers; channel 0 is the server itself. */
  readonly channels: readonly { readonly cid: number; readonly number: number; readonly name: string }[]
}

export interface MessageText {
  readonly subject: string
  readonly body: string
}

interface Words {
  readonly kinds: Readonly<Record<AlarmKind, string>>
  readonly works: string
  channels(count: number): string
  readonly since: string
  readonly host: string
  readonly several: string
  lasted(from: string, duration: string): string
  more(count: number): string
  readonly units: readonly [day: string, hour: string, minute: string]
  readonly test: MessageText
}

const ru: Words = {
  kinds: {
    recorder_off: 'Запись каналов не работает',
    no_signal: 'Нет сигнала',
    stale: 'Запись отстаёт',
    black: 'Чёрный экран',
    frozen: 'Картинка застыла',
    slate: 'Заставка вместо эфира',
    disk_full: 'Место на диске кончается',
    edge_down: 'Узел раздачи не отвечает',
    clock_off: 'Время на сервере и в базе данных расходится',
    silent: 'Нет звука',
    viewers_fail: 'У многих зрителей не запускается',
    spare_source: 'Идёт с запасного источника',
    guide_missing: 'Нет телепрограммы',
    guide_ends: 'Телепрограмма скоро кончится',
    holes: 'В архиве пропуски',
    archive_short: 'Архив не вместится на диск',
    backup_failed: 'Резервная копия не сделана',
    drill_failed: 'Проверка резервной копии не прошла',
    backup_overdue: 'Давно нет новой резервной копии',
    drill_overdue: 'Резервную копию давно не проверяли',
  },
  works: 'Снова в порядке',
  channels: (count) => `${count} ${pluralRu(count)}`,
  since: 'с',
  host: 'источник',
  several: 'разные источники',
  lasted: (from, duration) => `началось ${from}, длилось ${duration}`,
  more: (count) => `и ещё ${count}`,
  units: ['д', 'ч', 'мин'],
  test: { subject: 'Проверка оповещений', body: 'Проверка оповещений: сообщения доходят.' },
}

function pluralRu(count: number): string {
  const form = new Intl.PluralRules('ru').select(count)
  return form === 'one' ? 'канал' : form === 'few' ? 'канала' : 'каналов'
}

const uz: Words = {
  kinds: {
    recorder_off: 'Kanallarni yozish ishlamayapti',
    no_signal: 'Signal yoʻq',
    stale: 'Yozuv kechikmoqda',
    black: 'Ekran qora',
    frozen: 'Tasvir qotib qolgan',
    slate: 'Efir oʻrnida tanaffus tasviri',
    disk_full: 'Diskda joy tugayapti',
    edge_down: 'Tarqatish tuguni javob bermayapti',
    clock_off: 'Server va maʼlumotlar bazasi vaqti mos emas',
    silent: 'Ovoz yoʻq',
    viewers_fail: 'Koʻp tomoshabinlarda ochilmayapti',
    spare_source: 'Zaxira manbadan uzatilmoqda',
    guide_missing: 'Teledastur yoʻq',
    guide_ends: 'Teledastur tez orada tugaydi',
    holes: 'Arxivda uzilishlar bor',
    archive_short: 'Arxiv diskka sigʻmaydi',
    backup_failed: 'Zaxira nusxa olinmadi',
    drill_failed: 'Zaxira nusxa tekshiruvdan oʻtmadi',
    backup_overdue: 'Yangi zaxira nusxa anchadan beri yoʻq',
    drill_overdue: 'Zaxira nusxa anchadan beri tekshirilmagan',
  },
  works: 'Yana joyida',
  channels: (count) => `${count} ta kanal`,
  since: 'boshlangan vaqti:',
  host: 'manba',
  several: 'turli manbalar',
  lasted: (from, duration) => `boshlangan vaqti: ${from}, davomiyligi: ${duration}`,
  more: (count) => `yana ${count} ta`,
  units: ['kun', 'soat', 'daqiqa'],
  test: {
    subject: 'Ogohlantirishlarni tekshirish',
    body: 'Ogohlantirishlarni tekshirish: xabarlar yetib boryapti.',
  },
}

const en: Words = {
  kinds: {
    recorder_off: 'Channels are not recorded',
    no_signal: 'No signal',
    stale: 'Recording lags behind',
    black: 'Black screen',
    frozen: 'Frozen picture',
    slate: 'A slate instead of the programme',
    disk_full: 'The disk is nearly full',
    edge_down: 'An edge does not respond',
    clock_off: 'A server’s clock differs from the database’s',
    silent: 'No sound',
    viewers_fail: 'Fails for many viewers',
    spare_source: 'Received from a spare source',
    guide_missing: 'No guide',
    guide_ends: 'The guide ends soon',
    holes: 'Gaps in the archive',
    archive_short: 'The archive does not fit on the disk',
    backup_failed: 'A backup failed',
    drill_failed: 'A restore drill failed',
    backup_overdue: 'No new backup for too long',
    drill_overdue: 'No restore drill for too long',
  },
  works: 'Works again',
  channels: (count) => `${count} ${count === 1 ? 'channel' : 'channels'}`,
  since: 'since',
  host: 'source',
  several: 'several sources',
  lasted: (from, duration) => `began at ${from}, lasted ${duration}`,
  more: (count) => `and ${count} more`,
  units: ['d', 'h', 'min'],
  test: { subject: 'Test of alarms', body: 'Test of alarms: messages arrive.' },
}

const words: Readonly<Record<TargetLanguage, Words>> = { ru, uz, en }

const shownChannels = 10

/** The beginning of an alarm, or its end when `endedMs` is there. `pageUrl`: its page in the console; '' for none. */
export function alarmText(
  alarm: AlarmFacts,
  language: TargetLanguage,
  { nowMs, pageUrl }: { readonly nowMs: number; readonly pageUrl: string },
): MessageText {
  const say = words[language]
  const { beganMs, endedMs, channels } = alarm
  const own = channels.filter(({ cid }) => cid !== 0)
  const [only] = own
  // What is not about channels may have a name of its own, as edges have.
  const others = channels.filter(({ cid, name }) => cid === 0 && name !== '')
  const what =
    own.length === 0
      ? [...others.map(({ name }) => name), say.kinds[alarm.kind]].join(': ')
      : own.length === 1 && only !== undefined
        ? `${only.number} ${only.name}: ${lower(say.kinds[alarm.kind])}`
        : `${say.channels(own.length)}: ${lower(say.kinds[alarm.kind])}`
  const host = hostWords(alarm.host, say)
  const from = moment(beganMs, nowMs)
  const when =
    endedMs === null ? `${say.since} ${from}` : say.lasted(from, durationWords(endedMs - beganMs, say.units))
  const subject = endedMs === null ? what : `${say.works}: ${lowerFirstWord(what)}`
  const list = own.slice(0, shownChannels).map(({ number, name }) => `${number} ${name}`)
  const rest = own.length - list.length
  return {
    subject,
    body: [
      `${subject}${host === '' ? '' : ` (${host})`}, ${when}`,
      ...(own.length > 1 ? [`${list.join(', ')}${rest > 0 ? ` ${say.more(rest)}` : ''}`] : []),
      ...(pageUrl === '' ? [] : [pageUrl]),
    ].join('\n'),
  }
}

export function testText(language: TargetLanguage): MessageText {
  return words[language].test
}

function hostWords(host: string, say: Words): string {
  if (host === '') return ''
  return host === '*' ? say.several : `${say.host} ${host}`
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** A name at the beginning stays as it is. */
function lowerFirstWord(text: string): string {
  return /^\d/.test(text) ? text : lower(text)
}

/** `12:03`, on another day `26.11 12:03`; in Tashkent. */
function moment(ms: number, nowMs: number): string {
  const [at, now] = [ms, nowMs].map((one) => new Date(one + tashkentOffsetMs).toISOString()) as [
    string,
    string,
  ]
  const time = at.slice(11, 16)
  return at.slice(0, 10) === now.slice(0, 10) ? time : `${at.slice(8, 10)}.${at.slice(5, 7)} ${time}`
}

function durationWords(ms: number, [day, hour, minute]: Words['units']): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes < 60) return `${minutes} ${minute}`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} ${hour} ${minutes % 60} ${minute}`
  return `${Math.floor(hours / 24)} ${day} ${hours % 24} ${hour}`
}
