/** The notifications of the demo. */
import type { DemoAccount } from './accounts.ts'
import type { Words } from './words.ts'

export interface DemoNotification {
  /** Whose it is; null: everybody's. */
  readonly account: DemoAccount['kind'] | null
  readonly title: Words
  readonly body: Words
  /** Unix milliseconds. */
  readonly createdAtMs: number
}

interface Given extends Omit<DemoNotification, 'createdAtMs'> {
  readonly hoursAgo: number
}

const given: readonly Given[] = [
  {
    account: null,
    hoursAgo: 9 * 24,
    title: { ru: 'Добро пожаловать в Ekran', uz: 'Ekranga xush kelibsiz' },
    body: {
      ru: 'Каналы, фильмы и сериалы собраны в одном месте. Добавляйте любимое в избранное: так его проще найти.',
      uz: 'Kanallar, filmlar va seriallar bir joyda. Yoqqanini sevimlilarga qoʻshing: shunda topish osonroq.',
    },
  },
  {
    account: null,
    hoursAgo: 6 * 24 + 4,
    title: { ru: 'Архив передач за семь дней', uz: 'Koʻrsatuvlarning yetti kunlik arxivi' },
    body: {
      ru: 'Пропустили передачу? Откройте программу канала и выберите нужный день: запись начнётся с первой минуты.',
      uz: 'Koʻrsatuvni oʻtkazib yubordingizmi? Kanal dasturini ochib, kerakli kunni tanlang: yozuv birinchi daqiqadan boshlanadi.',
    },
  },
  {
    account: 'subscribed',
    hoursAgo: 5 * 24,
    title: { ru: 'Тариф «Семейный» подключён', uz: '«Oilaviy» tarifi ulandi' },
    body: {
      ru: 'Вместе с ним работают «Премьера» и «Дорама и аниме». Все подписки и дни оплаты видны в личном кабинете.',
      uz: 'U bilan birga «Premyera» va «Dorama va anime» ham ishlaydi. Barcha obunalar va toʻlov kunlari shaxsiy kabinetda koʻrinadi.',
    },
  },
  {
    account: 'unsubscribed',
    hoursAgo: 4 * 24 + 2,
    title: { ru: 'Выберите свой тариф', uz: 'Oʻz tarifingizni tanlang' },
    body: {
      ru: 'На балансе достаточно средств для любого основного тарифа. Чаще всего выбирают «Семейный» за 39 000 сумов в месяц.',
      uz: 'Balansingizdagi mablagʻ istalgan asosiy tarifga yetadi. Koʻpchilik oyiga 39 000 soʻmlik «Oilaviy»ni tanlaydi.',
    },
  },
  {
    account: null,
    hoursAgo: 3 * 24 + 5,
    title: { ru: 'Новые серии «Махалли»', uz: '«Mahalla»ning yangi qismlari' },
    body: {
      ru: 'У председателя появилась соперница, и она умеет печь. Второй сезон уже в разделе сериалов.',
      uz: 'Raisga raqib paydo boʻldi, u non yopishni ham biladi. Ikkinchi fasl seriallar boʻlimida.',
    },
  },
  {
    account: 'suspended',
    hoursAgo: 2 * 24 + 3,
    title: { ru: 'Подписка приостановлена', uz: 'Obuna toʻxtatildi' },
    body: {
      ru: 'Для продления тарифа «Старт» не хватает 14 500 сумов. Социальные каналы по-прежнему открыты, остальные вернутся сразу после пополнения.',
      uz: '«Start» tarifini uzaytirish uchun 14 500 soʻm yetmayapti. Ijtimoiy kanallar avvalgidek ochiq, qolganlari balans toʻldirilishi bilan qaytadi.',
    },
  },
  {
    account: null,
    hoursAgo: 27,
    title: { ru: 'Премьера: «Сорок косичек»', uz: 'Premyera: «Qirq kokil»' },
    body: {
      ru: 'Осталось три желания, а желающих — весь город. Сказка для всей семьи уже в каталоге.',
      uz: 'Uchta tilak qoldi, tilagi borlar esa — butun shahar. Butun oila uchun ertak katalogda.',
    },
  },
  {
    account: 'subscribed',
    hoursAgo: 6,
    title: { ru: '«Весна в Тондоне»: новые серии', uz: '«Tondondagi bahor»: yangi qismlar' },
    body: {
      ru: 'Закваске сто двадцать лет, и она капризничает, а дело слушается снова. Сериал входит в вашу подписку «Премьера».',
      uz: 'Xamirturush bir yuz yigirma yoshda va erkalik qiladi, ish esa qayta koʻrilmoqda. Serial sizning «Premyera» obunangizga kiradi.',
    },
  },
]

/** The notifications as of `nowMs` (unix milliseconds), the oldest first. */
export function demoNotifications(nowMs: number): readonly DemoNotification[] {
  return given.map(({ hoursAgo, ...one }) => ({ ...one, createdAtMs: nowMs - hoursAgo * 3_600_000 }))
}
