/** The short films that are really packaged and played: what each shows, when, and how it sounds. */
import type { SceneName } from '#db/demo/scenes/scenes.ts'

export interface FilmScene {
  readonly scene: SceneName
  readonly palette: string
  readonly seconds: number
  /** Which way the camera travels. */
  readonly pan: 1 | -1
  /** What is seen, in both languages, in the order it is told. */
  readonly lines: readonly (readonly [ru: string, uz: string])[]
  /** Draw the sound of the film as a wave across the picture. */
  readonly wave?: boolean
}

export interface DemoFilm {
  readonly assetId: string
  readonly name_ru: string
  readonly name_uz: string
  /** The whole length, a multiple of 2. */
  readonly seconds: number
  readonly introBeginSec: number
  readonly introEndSec: number
  readonly titlesBeginSec: number
  readonly titlesEndSec: number
  readonly scenes: readonly FilmScene[]
  /** Semitones above a low A, and beats a minute: the two languages have a key and a tempo of their own. */
  readonly music: { readonly ru: { key: number; tempo: number }; readonly uz: { key: number; tempo: number } }
}

export const introSec = 4
export const titlesSec = 6

type Line = readonly [ru: string, uz: string]

function shot(scene: SceneName, palette: string, seconds: number, pan: 1 | -1, ...lines: Line[]): FilmScene {
  return { scene, palette, seconds, pan, lines }
}

function film(
  number: number,
  ru: string,
  uz: string,
  key: number,
  tempo: number,
  scenes: FilmScene[],
): DemoFilm {
  const body = scenes.reduce((sum, one) => sum + one.seconds, 0)
  const titlesBeginSec = introSec + body
  return {
    assetId: `demo-film-${number}`,
    name_ru: ru,
    name_uz: uz,
    seconds: titlesBeginSec + titlesSec,
    introBeginSec: 0,
    introEndSec: introSec,
    titlesBeginSec,
    titlesEndSec: titlesBeginSec + titlesSec,
    scenes,
    music: { ru: { key, tempo }, uz: { key: (key + 5) % 12, tempo: tempo + 22 } },
  }
}

const films: readonly DemoFilm[] = [
  film(1, 'Дорога купцов', 'Savdogarlar yoʻli', 0, 84, [
    shot(
      'caravan',
      'sand',
      10,
      1,
      ['Солнце встаёт над барханами.', 'Barxanlar ustidan quyosh koʻtariladi.'],
      [
        'Караван вышел до жары и держит путь на запад.',
        'Karvon jaziramadan oldin yoʻlga chiqqan, gʻarbga boradi.',
      ],
    ),
    shot('steppe', 'copper', 8, -1, [
      'К вечеру показались юрты: здесь дадут воды и хлеба.',
      'Kechga yaqin oʻtovlar koʻrindi: bu yerda suv va non berishadi.',
    ]),
    shot(
      'mountains',
      'dusk',
      10,
      1,
      ['Впереди перевал, и всадник едет искать тропу.', 'Oldinda dovon, chavandoz soʻqmoq izlab ketdi.'],
      [
        'Горы синеют, и каждый хребет дальше прежнего.',
        'Togʻlar koʻkaradi, har bir tizma avvalgisidan yiroq.',
      ],
    ),
    shot(
      'madrasa',
      'firuza',
      10,
      -1,
      ['А за горами — город с бирюзовыми куполами.', 'Togʻlar ortida esa feruza gumbazli shahar.'],
      ['Дорога кончилась, начинается базар.', 'Yoʻl tugadi, bozor boshlanadi.'],
    ),
  ]),
  film(2, 'Город после дождя', 'Yomgʻirdan keyingi shahar', 3, 96, [
    shot(
      'city',
      'neon',
      10,
      1,
      [
        'Дождь идёт с полудня, улица блестит, как река.',
        'Tushdan beri yomgʻir yogʻadi, koʻcha daryodek yaltiraydi.',
      ],
      ['Кто-то один не спешит под крышу.', 'Faqat bir kishi panaga shoshilmaydi.'],
    ),
    shot(
      'windows',
      'plum',
      8,
      -1,
      ['В каждом окне своя жизнь.', 'Har bir derazada oʻz hayoti bor.'],
      ['Кто-то ждёт, кто-то уже дождался.', 'Kimdir kutyapti, kimdir allaqachon kutganiga yetgan.'],
    ),
    shot(
      'train',
      'lapis',
      10,
      1,
      ['Ночной поезд уходит по виадуку.', 'Tungi poyezd viaduk boʻylab ketmoqda.'],
      ['В вагонах горит свет, и никто не спит.', 'Vagonlarda chiroq yoniq, hech kim uxlamayapti.'],
    ),
    shot('road', 'dusk', 8, -1, [
      'К утру дождь кончится, и дорога станет сухой.',
      'Tongga yaqin yomgʻir tinadi, yoʻl quriydi.',
    ]),
  ]),
  film(3, 'Лодка', 'Qayiq', 5, 76, [
    shot(
      'sea',
      'lapis',
      10,
      1,
      ['Море спокойно, ветер ровный.', 'Dengiz sokin, shamol bir maromda.'],
      ['Лодка идёт по солнечной дорожке.', 'Qayiq quyosh yoʻlidan suzadi.'],
    ),
    shot(
      'storm',
      'steel',
      10,
      -1,
      ['К вечеру нашла гроза.', 'Kechga borib momaqaldiroq bosdi.'],
      ['На берегу в одном доме не гасят свет.', 'Qirgʻoqdagi bir uyda chiroq oʻchirilmaydi.'],
    ),
    shot('sea', 'abyss', 8, 1, [
      'Ночью волна выше, но парус цел.',
      'Tunda toʻlqin baland, ammo yelkan butun.',
    ]),
    shot(
      'sea',
      'ember',
      10,
      -1,
      ['Утро. Лодка возвращается.', 'Tong. Qayiq qaytmoqda.'],
      ['Её узнали по парусу и вышли встречать.', 'Uni yelkanidan tanib, kutib olishga chiqishdi.'],
    ),
  ]),
  film(4, 'Сигнал с колец', 'Halqalardan kelgan signal', 8, 88, [
    shot(
      'space',
      'plum',
      12,
      1,
      [
        'Восемь месяцев полёта, и вот она — планета с кольцами.',
        'Sakkiz oylik parvoz, mana oʻsha halqali sayyora.',
      ],
      ['Корабль выходит на орбиту.', 'Kema orbitaga chiqmoqda.'],
      ['Приёмник молчит, потом слышен стук.', 'Qabul qilgich jim, keyin taqillash eshitiladi.'],
    ),
    shot(
      'space',
      'abyss',
      10,
      -1,
      ['Сигнал идёт с тёмной стороны.', 'Signal qorongʻi tomondan kelmoqda.'],
      ['Такого рисунка нет ни в одном справочнике.', 'Bunday shakl hech bir maʼlumotnomada yoʻq.'],
    ),
    shot('mountains', 'ember', 8, 1, [
      'Посадка. Под ногами красный камень.',
      'Qoʻnish. Oyoq ostida qizil tosh.',
    ]),
    shot('space', 'mars', 10, -1, [
      'Домой улетает не корабль, а ответ.',
      'Uyga kema emas, javob uchib ketmoqda.',
    ]),
  ]),
  film(5, 'Первый снег', 'Birinchi qor', 2, 80, [
    shot(
      'forest',
      'ice',
      10,
      1,
      ['В лесу тихо, снег лёг ночью.', 'Oʻrmon jim, qor tunda tushgan.'],
      ['С фонарём идут искать жеребёнка.', 'Fonar bilan toychoqni izlab borishmoqda.'],
    ),
    shot(
      'mountains',
      'ice',
      10,
      -1,
      ['Следы ведут к перевалу.', 'Izlar dovonga olib boradi.'],
      ['За хребтом уже другой ветер.', 'Tizma ortida shamol ham boshqa.'],
    ),
    shot('steppe', 'dawn', 10, 1, [
      'Нашёлся! Всю ночь простоял у чужих юрт.',
      'Topildi! Tun boʻyi begona oʻtovlar yonida turgan ekan.',
    ]),
    shot('lane', 'copper', 8, -1, [
      'Домой возвращаются тополиной дорогой.',
      'Uyga terakzor yoʻl bilan qaytishadi.',
    ]),
  ]),
  film(6, 'Весёлый двор', 'Quvnoq hovli', 7, 112, [
    shot(
      'toys',
      'meadow',
      10,
      1,
      ['Доброе утро! Кто сегодня первым проснулся?', 'Xayrli tong! Bugun kim birinchi uygʻondi?'],
      ['Смотрите, кто вышел на полянку!', 'Qarang, maysazorga kim chiqdi!'],
    ),
    shot('toys', 'sky', 8, -1, [
      'А это его сосед, он любит прыгать.',
      'Bu esa uning qoʻshnisi, u sakrashni yaxshi koʻradi.',
    ]),
    shot(
      'toys',
      'candy',
      10,
      1,
      ['Солнышко улыбается всем.', 'Quyoshcha hammaga jilmayadi.'],
      ['Давайте посчитаем облака: раз, два, три!', 'Keling, bulutlarni sanaymiz: bir, ikki, uch!'],
    ),
    shot('toys', 'violetDay', 8, -1, [
      'Вечером все собираются вместе.',
      'Kechqurun hamma bir joyga toʻplanadi.',
    ]),
    shot('cumulus', 'sky', 8, 1, ['А завтра запустим воздушного змея.', 'Ertaga esa varrak uchiramiz.']),
  ]),
  film(7, 'Большой концерт', 'Katta konsert', 10, 104, [
    {
      ...shot(
        'stage',
        'neon',
        12,
        1,
        ['Гаснет свет в зале, вспыхивают лучи.', 'Zalda chiroq oʻchadi, nurlar yonadi.'],
        ['Первые ноты — и зал поднимает руки.', 'Ilk notalar — va zal qoʻl koʻtaradi.'],
      ),
      wave: true,
    },
    shot('ikat', 'pomegranate', 8, -1, [
      'Вторая песня — старая, свадебная.',
      'Ikkinchi qoʻshiq — eski, toʻy qoʻshigʻi.',
    ]),
    {
      ...shot(
        'stage',
        'ember',
        10,
        1,
        ['Дутар отвечает дойре.', 'Dutor doiraga javob qaytaradi.'],
        ['Этот ритм знает каждый.', 'Bu usulni hamma biladi.'],
      ),
      wave: true,
    },
    shot('girih', 'lapis', 8, -1, ['На сцене зажигается звезда.', 'Sahnada yulduz yonadi.']),
    { ...shot('stage', 'plum', 8, 1, ['На бис!', 'Yana bir bor!']), wave: true },
  ]),
  film(8, 'Под цветущей яблоней', 'Gullagan olma ostida', 4, 90, [
    shot(
      'blossom',
      'rose',
      10,
      1,
      ['Весна пришла за одну ночь.', 'Bahor bir kechada keldi.'],
      ['Они встретились под старой яблоней.', 'Ular qari olma ostida uchrashishdi.'],
    ),
    shot('lane', 'meadow', 8, -1, [
      'Дорога в школу длинная, разговор короткий.',
      'Maktab yoʻli uzun, suhbat qisqa.',
    ]),
    shot(
      'cumulus',
      'violetDay',
      10,
      1,
      ['Потом были лето, крыша и облака.', 'Keyin yoz, tom va bulutlar boʻldi.'],
      ['Змей поднялся выше проводов.', 'Varrak simlardan balandga koʻtarildi.'],
    ),
    shot('inside', 'dusk', 8, -1, [
      'Чего не сказал один, то помнит другой.',
      'Biri aytmaganini ikkinchisi eslaydi.',
    ]),
  ]),
  film(9, 'Дверь в конце коридора', 'Yoʻlak oxiridagi eshik', 1, 72, [
    shot(
      'corridor',
      'noir',
      10,
      1,
      ['Дверь была заперта двадцать лет.', 'Eshik yigirma yil qulf edi.'],
      ['Сегодня за ней горит свет.', 'Bugun uning ortida chiroq yonmoqda.'],
    ),
    shot('maze', 'firuza', 8, -1, [
      'Дом оказался больше, чем на плане.',
      'Uy chizmadagidan kattaroq chiqdi.',
    ]),
    shot(
      'city',
      'noir',
      10,
      1,
      ['Ключ отдал прохожий и не назвал себя.', 'Kalitni bir oʻtkinchi berdi, ismini aytmadi.'],
      ['Искать его в таком городе — не один год.', 'Bunday shaharda uni izlash bir yillik ish emas.'],
    ),
    shot('corridor', 'pomegranate', 10, -1, [
      'Последняя дверь открывается сама.',
      'Oxirgi eshik oʻzi ochiladi.',
    ]),
  ]),
  film(10, 'Тысяча окон, одна дорога', 'Ming deraza, bitta yoʻl', 9, 100, [
    shot('train', 'copper', 10, 1, [
      'Утренний поезд собирает тех, кто работает в городе.',
      'Ertalabki poyezd shaharda ishlaydiganlarni yigʻadi.',
    ]),
    shot(
      'madrasa',
      'dawn',
      10,
      -1,
      ['На старой площади голуби и первые гости.', 'Eski maydonda kaptarlar va ilk mehmonlar.'],
      ['Мастер открывает лавку.', 'Usta doʻkonini ochadi.'],
    ),
    shot('lane', 'saffron', 10, 1, [
      'В полдень лучше всего в тени тополей.',
      'Tush payti terak soyasidan yaxshisi yoʻq.',
    ]),
    shot('caravan', 'ember', 8, -1, ['А вечером пустыня снова красная.', 'Kechqurun esa sahro yana qizil.']),
    shot('road', 'ember', 8, 1, ['Домой — по той же дороге.', 'Uyga — oʻsha yoʻldan.']),
  ]),
]

/** Every film the demo packages. */
export function demoFilms(): readonly DemoFilm[] {
  return films
}
