/** The banners of the demo: those of its home page, the line above every page and the offer to a visitor. */
import { heroSvg, type WidePicture } from './scenes/hero.ts'
import { demoTitles } from './catalogue/titles.ts'
import type { Words } from './words.ts'

export interface DemoBanner {
  readonly id: number
  readonly place: BannerPlace
  readonly title: Words
  readonly text: Words
  readonly button: Words
  /** A path of the site. */
  readonly href: string
  readonly position: number
  /** Its picture, 1600 × 700; a line of text has none. */
  readonly svg: (() => string) | null
}

type BannerPlace = 'home' | 'top' | 'promo'

type Leads =
  | { readonly to: 'title'; readonly name_ru: string }
  | { readonly to: 'path'; readonly path: string }

interface BannerInput {
  readonly place?: BannerPlace
  readonly title: Words
  readonly text: Words
  readonly button: Words
  readonly leads: Leads
  readonly picture: Omit<WidePicture, 'seed'> | null
}

const watch: Words = { ru: 'Смотреть', uz: 'Tomosha qilish' }

const inputs: readonly BannerInput[] = [
  {
    title: { ru: 'Последний караван', uz: 'Soʻnggi karvon' },
    text: {
      ru: 'В посёлке кончилась вода, а через пески ведёт дорога, по которой сорок лет никто не ходил. Премьера «Ekran Plus».',
      uz: 'Qishloqda suv tugadi, qumdan esa qirq yildan beri hech kim yurmagan yoʻl oʻtadi. «Ekran Plus» premyerasi.',
    },
    button: watch,
    leads: { to: 'title', name_ru: 'Последний караван' },
    picture: { scene: 'caravan', palette: 'ember' },
  },
  {
    title: { ru: '36 каналов в прямом эфире', uz: 'Jonli efirda 36 kanal' },
    text: {
      ru: 'Не успели к началу? Включите передачу сначала или вернитесь к любому дню прошедшей недели.',
      uz: 'Boshlanishiga ulgurmadingizmi? Koʻrsatuvni boshidan qoʻying yoki oʻtgan haftaning istalgan kuniga qayting.',
    },
    button: { ru: 'К каналам', uz: 'Kanallarga oʻtish' },
    leads: { to: 'path', path: '/tv' },
    picture: { scene: 'city', palette: 'lapis' },
  },
  {
    title: { ru: 'Следователь Нигора', uz: 'Tergovchi Nigora' },
    text: {
      ru: 'Она приехала в Бухару ради одного дела и осталась на восемь. Каждая серия — новая загадка.',
      uz: 'U Buxoroga bitta ish uchun kelib, sakkiztasida qolib ketdi. Har qism — yangi jumboq.',
    },
    button: { ru: 'Смотреть сериал', uz: 'Serialni koʻrish' },
    leads: { to: 'title', name_ru: 'Следователь Нигора' },
    picture: { scene: 'madrasa', palette: 'dusk' },
  },
  {
    title: { ru: 'Детям: весело и спокойно', uz: 'Bolalarga: quvnoq va xotirjam' },
    text: {
      ru: 'Чумчук, Огонёк и Капля, кит из хауза и другие друзья — на узбекском и русском.',
      uz: 'Chumchuq, Uchqun va Tomchi, hovuzdagi kit va boshqa doʻstlar — oʻzbek va rus tillarida.',
    },
    button: { ru: 'В детский раздел', uz: 'Bolalar boʻlimiga' },
    leads: { to: 'path', path: '/kids' },
    picture: { scene: 'toys', palette: 'meadow' },
  },
  {
    title: { ru: 'Дутар зовёт', uz: 'Dutor chorlaydi' },
    text: {
      ru: 'Живой звук, песни по заявкам и маком до поздней ночи на канале «Дутор».',
      uz: '«Dutor» kanalida jonli ovoz, tilaklar konserti va yarim tungacha maqom.',
    },
    button: { ru: 'Включить канал', uz: 'Kanalni yoqish' },
    leads: { to: 'path', path: '/channel/120' },
    picture: { scene: 'stage', palette: 'pomegranate' },
  },
  {
    place: 'top',
    title: { ru: 'Телевизор входит без пароля', uz: 'Televizor parolsiz kiradi' },
    text: {
      ru: 'Откройте Ekran на телевизоре и введите его код на телефоне.',
      uz: 'Televizorda Ekranni oching va kodini telefonda kiriting.',
    },
    button: { ru: 'Ввести код', uz: 'Kodni kiritish' },
    leads: { to: 'path', path: '/link' },
    picture: null,
  },
  {
    place: 'promo',
    title: { ru: 'Весь Ekran в одном аккаунте', uz: 'Butun Ekran bitta hisobda' },
    text: {
      ru: 'Каналы с архивом за неделю, фильмы и сериалы на русском и узбекском. Войдите по номеру телефона: это займёт минуту.',
      uz: 'Haftalik arxivli kanallar, rus va oʻzbek tillarida filmlar va seriallar. Telefon raqamingiz bilan kiring: bu bir daqiqa oladi.',
    },
    button: { ru: 'Войти или зарегистрироваться', uz: 'Kirish yoki roʻyxatdan oʻtish' },
    leads: { to: 'path', path: '/login' },
    picture: { scene: 'city', palette: 'dusk' },
  },
]

function addressOf(leads: Leads): string {
  if (leads.to === 'path') return leads.path
  const title = demoTitles().find((one) => one.name_ru === leads.name_ru)
  if (title === undefined) throw new Error(`no title is called ${leads.name_ru}`)
  return `/movie/${title.vid}`
}

/** The banners of all places, in their order. */
export function demoBanners(): readonly DemoBanner[] {
  return inputs.map(({ picture, ...one }, position) => ({
    id: position + 1,
    place: one.place ?? 'home',
    title: one.title,
    text: one.text,
    button: one.button,
    href: addressOf(one.leads),
    position,
    svg: picture === null ? null : () => heroSvg({ ...picture, seed: `banner-${position + 1}` }),
  }))
}
