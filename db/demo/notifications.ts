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

interface NotificationInput extends Omit<DemoNotification, 'createdAtMs'> {
  readonly hoursAgo: number
}

const inputs: readonly NotificationInput[] = [
  {
    account: null,
    hoursAgo: 17 * 24,
    title: { ru: 'Субтитры и звуковые дорожки', uz: 'Subtitrlar va ovoz yoʻlaklari' },
    body: {
      ru: 'Выбранный один раз язык звука и субтитров останется и для следующего фильма. Кнопки для этого есть в плеере.',
      uz: 'Bir marta tanlangan ovoz va subtitr tili keyingi film uchun ham saqlanadi. Buning tugmalari pleyerda bor.',
    },
  },
  {
    account: null,
    hoursAgo: 16 * 24 + 3,
    title: { ru: 'До пяти устройств', uz: 'Beshtagacha qurilma' },
    body: {
      ru: 'Телевизор, телефоны и планшет работают на одном аккаунте. Лишнее устройство отключается в личном кабинете.',
      uz: 'Televizor, telefonlar va planshet bitta hisobda ishlaydi. Ortiqcha qurilma shaxsiy kabinetda uziladi.',
    },
  },
  {
    account: null,
    hoursAgo: 15 * 24 + 6,
    title: { ru: 'Продолжите с того же места', uz: 'Toʻxtagan joyingizdan davom eting' },
    body: {
      ru: 'Начатый фильм ждёт на главной странице, на каком бы экране вы его ни открыли.',
      uz: 'Boshlangan film bosh sahifada kutadi, uni qaysi ekranda ochsangiz ham.',
    },
  },
  {
    account: null,
    hoursAgo: 14 * 24 + 1,
    title: { ru: 'Загрузки в дорогу', uz: 'Yoʻlga yuklab olish' },
    body: {
      ru: 'Фильм или серию можно сохранить дома и досмотреть без связи. Сохранённое лежит в разделе загрузок.',
      uz: 'Film yoki qismni uyda saqlab, aloqasiz koʻrib tugatish mumkin. Saqlanganlar yuklab olinganlar boʻlimida turadi.',
    },
  },
  {
    account: null,
    hoursAgo: 13 * 24 + 5,
    title: { ru: 'Поиск прощает ошибки', uz: 'Qidiruv xatolarni kechiradi' },
    body: {
      ru: 'Название можно набрать в любой раскладке и с опечаткой: нужный фильм всё равно найдётся.',
      uz: 'Nomni istalgan klaviaturada va xato bilan terish mumkin: kerakli film baribir topiladi.',
    },
  },
  {
    account: null,
    hoursAgo: 12 * 24 + 2,
    title: { ru: 'Вход на телевизоре без пароля', uz: 'Televizorga parolsiz kirish' },
    body: {
      ru: 'На экране появится короткий код. Введите его в телефоне, и телевизор войдёт в ваш аккаунт.',
      uz: 'Ekranda qisqa kod chiqadi. Uni telefonda kiriting, va televizor hisobingizga kiradi.',
    },
  },
  {
    account: null,
    hoursAgo: 11 * 24 + 4,
    title: { ru: 'Пополнение без очередей', uz: 'Navbatsiz toʻldirish' },
    body: {
      ru: 'Баланс пополняется картой или через платёжные системы по номеру абонента. Чеки хранятся в истории платежей.',
      uz: 'Balans karta yoki toʻlov tizimlari orqali abonent raqami boʻyicha toʻldiriladi. Cheklar toʻlovlar tarixida saqlanadi.',
    },
  },
  {
    account: null,
    hoursAgo: 10 * 24 + 7,
    title: { ru: 'Детский раздел', uz: 'Bolalar boʻlimi' },
    body: {
      ru: 'Мультфильмы и сказки собраны на отдельной странице, чтобы малышам было проще выбирать.',
      uz: 'Multfilmlar va ertaklar alohida sahifada toʻplangan, kichkintoylarga tanlash oson boʻlsin.',
    },
  },
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
      ru: 'На балансе достаточно средств для любого основного тарифа. Чаще всего выбирают «Семейный» за 39\u00a0000\u00a0сумов в месяц.',
      uz: 'Balansingizdagi mablagʻ istalgan asosiy tarifga yetadi. Koʻpchilik oyiga 39\u00a0000\u00a0soʻmlik «Oilaviy»ni tanlaydi.',
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
      ru: 'Для продления тарифа «Старт» не хватает 14\u00a0500\u00a0сумов. Социальные каналы по-прежнему открыты, остальные вернутся сразу после пополнения.',
      uz: '«Start» tarifini uzaytirish uchun 14\u00a0500\u00a0soʻm yetmayapti. Ijtimoiy kanallar avvalgidek ochiq, qolganlari balans toʻldirilishi bilan qaytadi.',
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
  return inputs.map(({ hoursAgo, ...one }) => ({ ...one, createdAtMs: nowMs - hoursAgo * 3_600_000 }))
}
