/** The collections of the demo's home page, in their order. */
import { demoTitles } from './titles.ts'

export interface DemoCollection {
  readonly id: number
  readonly name_ru: string
  readonly name_uz: string
  readonly description_ru: string
  readonly description_uz: string
  /** The titles, the first shown first. */
  readonly vids: readonly number[]
}

interface CollectionInput extends Omit<DemoCollection, 'vids'> {
  /** Russian names of the titles chosen by hand; a name that no title has stops the demo. */
  readonly names: readonly string[]
}

function collection(
  id: number,
  name_ru: string,
  name_uz: string,
  description_ru: string,
  description_uz: string,
  names: string,
): CollectionInput {
  return {
    id,
    name_ru,
    name_uz,
    description_ru,
    description_uz,
    names: names.split(';').map((one) => one.trim()),
  }
}

const chosen: readonly CollectionInput[] = [
  collection(
    1,
    'Премьеры недели',
    'Hafta premyeralari',
    'Фильмы и сериалы, о которых уже говорят на кухнях.',
    'Oshxonalarda allaqachon gap boʻlayotgan film va seriallar.',
    'Последний караван; Вторая луна; Старшие классы; Двойная порция; Сорок косичек; Лётное поле; Последний выпуск; Тёщин экспресс; Лаборатория «Полночь»; Ночная смена на Чорсу; Навруз в большом зале; Бабушка-супергерой',
  ),
  collection(
    2,
    'Дорога через пески',
    'Qum orqali yoʻl',
    'Караваны, степь и перевалы: кино, в котором много неба.',
    'Karvonlar, dasht va dovonlar: osmoni keng kino.',
    'Последний караван; Чайная дорога; Соль Арала; Всадник из Бойсуна; Степной экспресс; Ахалтекинец; Пыль над Термезом; Младший в семье; Зимовка на Устюрте; Ипподром',
  ),
  collection(
    3,
    'Вечер без спешки',
    'Shoshilmay oʻtgan oqshom',
    'Тёплые истории, после которых хочется позвонить родителям.',
    'Koʻrgandan keyin ota-onaga qoʻngʻiroq qilging keladigan iliq hikoyalar.',
    'Дом с тремя тутами; Хлеб на рассвете; Махалля; Отец учится танцевать; Яблоки на снегу; Суп на двоих; Паром до Кадыкёя; Синяя юрта; Третья буква; Контролёр; Остров без колокола',
  ),
  collection(
    4,
    'Кто это сделал?',
    'Kim qildi buni?',
    'Детективы для тех, кто любит догадаться первым.',
    'Birinchi boʻlib topishni yaxshi koʻradiganlar uchun detektivlar.',
    'Следователь Нигора; Тень минарета; Лабиринт Ичан-Калы; Вторая комната налево; Лавандовый свидетель; Последний выпуск; Нефть и жасмин; Портной и тишина; Северный счёт; Тайна школьного буфета',
  ),
  collection(
    5,
    'Не смотреть в темноте',
    'Qorongʻida koʻrmang',
    'Триллеры с хорошим звуком и закрытыми дверями.',
    'Ovozi zoʻr, eshigi yopiq trillerlar.',
    'Тихий этаж; Каменный колодец; Человек с маяка; Перевал Камчик; Нулевой километр; Часовщик из Антальи; Пять минут до отправления; Дежурный по мосту; Хозяйка бензоколонки',
  ),
  collection(
    6,
    'Классика на все времена',
    'Hamma zamonlar uchun klassika',
    'Старые ленты, которые смотрят бесплатно и до титров.',
    'Bepul va titrigacha koʻriladigan eski tasmalar.',
    'Письмо без адреса; Всадник из Бойсуна; Хлеб на рассвете; Серп и соловей; Мсье забыл зонт; Портной и тишина; Вальс для диспетчера; Дом, где растёт бамбук; Стеклянная гора; Банджо для шерифа; Болотная рота; Счётчик дождей',
  ),
  collection(
    7,
    'Всей семьёй на одном диване',
    'Butun oila bitta divanda',
    'Мультфильмы и кино, которые не надоедают на третий раз.',
    'Uchinchi marta ham zeriktirmaydigan multfilm va kinolar.',
    'Чумчук и большая туча; Робот Мурод ищет маму; Кот, который считал до семи; Кит из хауза; Слон идёт в школу; Жеребёнок по имени Шамол; Огонёк и Капля; Облачный пастух; Невидимый двор; Сова и часы; Хутор Подсолнух',
  ),
  collection(
    8,
    'Сердце стучит быстрее',
    'Yurak tezroq uradi',
    'Мелодрамы и дорамы с дождём, поездами и признаниями.',
    'Yomgʻir, poyezd va dil izhori bor melodrama va doramalar.',
    'Весна в Тондоне; Сад на крыше; Лунный архив; Гранатовый браслет Зульфии; Ключ от айвана; Под чужим дождём; Полынь и мёд; Фонари над рекой Кумо; Чужая невеста; Лифт на рассвет',
  ),
  collection(
    9,
    'Живой звук',
    'Jonli ovoz',
    'Концерты, маком и фильмы, в которых главное — музыка.',
    'Konsertlar, maqom va bosh qahramoni musiqa boʻlgan filmlar.',
    'Дутар и тысяча свечей; Навруз в большом зале; Маком для молодых; Рок над Чарваком; Лазги до рассвета; Голос долины. Живой концерт; Оркестр играет кино; Мелодия для глухого мастера; Метроном; Свадьба на двух берегах',
  ),
  collection(
    10,
    'Выше облаков',
    'Bulutlardan yuqorida',
    'Космос, мечты и механизмы, которые не должны летать.',
    'Koinot, orzular va uchmasligi kerak boʻlgan mashinalar.',
    'Вторая луна; Орбитальная почта; Красный воздушный порт; Небо номер девять; Лётное поле; Пилот бумажного флота; Улугбек: тысяча звёзд; Лаборатория «Полночь»; Стражи тихого моря; Облачный пастух',
  ),
  collection(
    11,
    'Как было на самом деле',
    'Aslida qanday boʻlgan',
    'Документальное кино о воде, мастерах и дороге.',
    'Suv, ustalar va yoʻl haqida hujjatli kino.',
    'Вода помнит; Двести оттенков синего; Люди ночного поезда; Зимовка на Устюрте; Дыня едет в столицу; Лёд уходит пешком; Оркестр на колёсах; Карта шёпота',
  ),
]

/** Eleven collections of eight titles or more. */
export function demoCollections(): readonly DemoCollection[] {
  const vids = new Map(demoTitles().map((title) => [title.name_ru, title.vid]))
  return chosen.map(({ names, ...rest }) => ({
    ...rest,
    vids: names.map((name) => {
      const vid = vids.get(name)
      if (vid === undefined) throw new Error(`there is no title named ${name}`)
      return vid
    }),
  }))
}
