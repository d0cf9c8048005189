/**
 * A catalogue and a guide of any size from a seed: words of synthetic stems with endings, with as many similar words as
 * a real language, and titles of one to four of them in Russian, Uzbek and often English.
 */
import { buildChannelRecord } from '#tests/kit/builders/channel.ts'
import type { CatalogueContent, PersonRecord, TitleRecord } from '#server/catalogue/catalogue.ts'
import type { ProgrammeRecord } from '#server/television/television.ts'
import type { Dice } from '#bench/kit/seeded-random.ts'
import type { RealWords } from './real-words.ts'

const syllables = {
  ru: 'ба бе бо бры ва ве ви вол гор гра гу да дер ди до дру ду ем жа же жи зар зе зо зна ив из ка ки ков ко кра ку ла ле ли лон лу люб ма ме мир мо мра му на не ни но нор об ог од па пе пи пла по при пу ра ре ри ро руч са све се си ска со ста су сту та те ти то тра ту у ум фа фе хо хра хлеб це ча че чу ша ше шум щу э ют яр',
  uz: 'a bo bar be bir bu cha chi choʻ da dar di doʻ du er far fi ga gʻa gi goʻ gʻoz gul ha han hi hu i ish ja ji jon ka ke ki koʻ kuch la li lo lu ma meh mi mo mu na ni no nur o och oʻ oʻt ol pa pi poʻ qa qi qoʻ qish ra ri ro ru sa sev shi shah soʻ su ta tar ti togʻ toʻ tu u um va xa xi xoʻ ya yi yoʻ yul za zi zoʻ zar',
  en: 'al an ar be bla blo bri ca cha cla co cra dan dar dee di do dra en fa fi fla flo fo ga gho gla go gra ha he ho in ja jo ka ki la le li lo lu ma me mi moo mo na ne nigh no oa pa pe phi pla po pri ra re ri ro sa sha shi ska so sta sto ta the ti to tra tru un va ve wa wi wo ya ze',
} as const
const endings = {
  ru: ['', 'а', 'ы', 'ок', 'ник', 'ный', 'ная', 'ость', 'ение', 'ский', 'ья', 'ец'],
  uz: ['', 'lar', 'im', 'ning', 'chi', 'lik', 'siz', 'dan', 'cha', 'xona', 'dosh', 'gich'],
  en: ['', 's', 'er', 'ing', 'ed', 'ness', 'land', 'y', 'ship', 'less', 'man', 'ful'],
} as const
type Tongue = keyof typeof syllables

const firstNames =
  'Алишер Бобур Дилшод Фаррух Гулнора Ирина Джасур Камила Лола Мурад Нодира Ольга Павел Равшан Сергей Тимур Улугбек Фатима Шахноза Юлия Анна Эмма Роберт Константин'.split(
    ' ',
  )

function wordsOf(tongue: Tongue, stems: number, dice: Dice): string[] {
  const parts = syllables[tongue].split(' ')
  const words = new Set<string>()
  for (let count = 0; count < stems; count += 1) {
    const stem = Array.from({ length: 2 + Number(dice.next() < 0.45) }, () => dice.pick(parts)).join('')
    for (let forms = 1 + dice.below(4); forms > 0; forms -= 1) words.add(stem + dice.pick(endings[tongue]))
  }
  return [...words]
}

/** Some words are in many titles and most in few (Zipf). */
function common(words: readonly string[], dice: Dice): string {
  return words[Math.floor(words.length ** (0.25 + 0.75 * dice.next()) - 1)] ?? ''
}

function capital(word: string) {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

function nameOf(words: readonly string[], dice: Dice): string {
  const count = dice.pick([1, 1, 2, 2, 2, 3, 3, 4])
  const name = capital(Array.from({ length: count }, () => common(words, dice)).join(' '))
  const twist = dice.below(12)
  if (twist === 0) return `${name} ${2 + dice.below(5)}`
  return twist === 1 ? `${name}: ${common(words, dice)}` : name
}

const genreNames = [
  'Драма',
  'Комедия',
  'Боевик',
  'Фантастика',
  'Детектив',
  'Мультфильм',
  'История',
  'Триллер',
]

function madeUpPeople(count: number, words: readonly string[], dice: Dice): PersonRecord[] {
  return Array.from({ length: count }, (_, at) => {
    const surname = capital(common(words, dice)) + dice.pick(['ов', 'ова', 'ев', 'ин', 'ский'])
    return {
      personId: at + 1,
      name: { ru: `${dice.pick(firstNames)} ${surname}`, uz: '', original: '' },
      photo: null,
      about: { ru: '', uz: '' },
    }
  })
}

/**
 * This many titles, each with five people. `real` names come first, and its words are used instead of synthetic ones.
 */
export function madeUpContent(size: number, dice: Dice, real?: RealWords): CatalogueContent {
  const orMadeUp = (tongue: 'ru' | 'uz', stems: number) =>
    real === undefined || real.words[tongue].length === 0 ? wordsOf(tongue, stems, dice) : real.words[tongue]
  const words = {
    ru: orMadeUp('ru', 6500),
    uz: orMadeUp('uz', 5500),
    en: wordsOf('en', 3500, dice),
  }
  const people = madeUpPeople(8000, words.ru, dice)
  const titles = Array.from({ length: size }, (_, at): TitleRecord => {
    const credits = Array.from({ length: 5 }, () => dice.pick(people).personId)
    return {
      vid: at + 1,
      key: `made-up:${at}`,
      isSeries: dice.next() < 0.2,
      isKids: false,
      categoryId: 1,
      moreCategories: [],
      providerId: 1,
      name: {
        ru: real?.names.ru[at] ?? nameOf(words.ru, dice),
        uz: nameOf(words.uz, dice),
        original: real?.names.original[at] ?? (dice.next() < 0.55 ? nameOf(words.en, dice) : ''),
      },
      description: { ru: '', uz: '' },
      year: 1960 + dice.below(66),
      countries: ['UZ'],
      genreIds: [1 + dice.below(genreNames.length)],
      credits: credits.map((personId) => ({ personId, kind: 'actor', role: { ru: '', uz: '' } })),
      durationMin: 90,
      ageRating: '12+',
      ratingKp: null,
      ratingImdb: null,
      popularity: Math.floor(1e6 / (1 + dice.below(size))),
      freeMovie: false,
      premier: false,
      exclusive: false,
      newEpisodes: false,
      poster: null,
      backdrop: null,
      addedAtMs: 0,
      files: [],
      seasons: [],
    }
  })
  return {
    titles,
    people: new Map(people.map((person) => [person.personId, person])),
    genres: genreNames.map((ru, at) => ({ id: at + 1, name: { ru, uz: '' } })),
    categories: [],
    providers: [],
    collections: [],
  }
}

const hourMs = 3_600_000

/** This many programmes with 9,000 names on 250 channels, an hour each, around `nowMs`. */
export function madeUpBroadcasts(size: number, nowMs: number, dice: Dice) {
  const words = { ru: wordsOf('ru', 3000, dice), uz: wordsOf('uz', 3000, dice) }
  const names = Array.from({ length: 9000 }, () => ({
    ru: nameOf(words.ru, dice),
    uz: nameOf(words.uz, dice),
  }))
  const channels = Array.from({ length: 250 }, (_, at) =>
    buildChannelRecord(at + 1, {
      key: `made-up:${at}`,
      name: {
        ru: `${capital(common(words.ru, dice))} ТВ`,
        uz: `${capital(common(words.uz, dice))} TV`,
      },
    }),
  )
  const each = Math.ceil(size / channels.length)
  const programmes = channels.flatMap(({ cid }) =>
    Array.from({ length: each }, (_, at): ProgrammeRecord => {
      const beginMs = nowMs + (at - each / 2) * hourMs
      return {
        pid: cid * each + at,
        cid,
        beginMs,
        endMs: beginMs + hourMs,
        title: dice.pick(names),
        description: { ru: '', uz: '' },
        genreCode: null,
        ageRating: '',
        assetId: null,
      }
    }),
  )
  return { channels, programmes }
}
