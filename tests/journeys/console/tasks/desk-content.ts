/** What is in the product when the day of the operator begins: most tasks have a channel or a film of their own. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Midnight of tomorrow in Tashkent. */
export const tomorrowMs = (Math.floor((Date.now() + tashkentOffsetMs) / dayMs) + 1) * dayMs - tashkentOffsetMs
/** The same day as an address has it. */
export const tomorrow = new Date(tomorrowMs + tashkentOffsetMs).toISOString().slice(0, 10)

/** A moment as a field has it: this many days from now, at ten. */
export const inDays = (days: number) =>
  `${new Date(Date.now() + tashkentOffsetMs + days * dayMs).toISOString().slice(0, 10)}T10:00`

interface Entry {
  readonly name: string
  readonly attributes?: string
}

/** Nothing comes from their sources; those that are recorded are down at once. */
const entries: Readonly<Record<'idle' | 'recorded', readonly Entry[]>> = {
  idle: [
    { name: 'Sevimli', attributes: 'tvg-id="Sevimli.uz"' },
    { name: 'Sport', attributes: 'tvg-id="sport.uz"' },
    { name: 'Sport Uzbekiston', attributes: 'tvg-id="sport.uz"' },
    { name: 'ТНТ', attributes: 'tvg-country="RU"' },
    { name: 'Channel 8', attributes: 'tvg-country="IL"' },
    { name: 'Orbita', attributes: 'tvg-country="IL"' },
    { name: 'Zenit', attributes: 'tvg-country="IL"' },
    { name: 'Marvarid', attributes: 'tvg-id="Marvarid.uz"' },
    ...['Yangiliklar', 'Musiqa', 'Bolalar', 'Kino', 'Tarix', 'Ovoz', 'Dunyo', 'Tabiat', 'Sayohat'].map(
      (name) => ({ name }),
    ),
    ...['Bozor', 'Savdo', 'Eskirgan', 'Fan', 'Tong', 'Kecha', 'Bahor', 'Yoz', 'Qish'].map((name) => ({
      name,
    })),
  ],
  recorded: [{ name: 'Oqim' }, { name: 'Sokin' }],
}

const firstNumber = { idle: 1, recorded: 41 } as const

/** A playlist of the channels that are recorded, or of those that are not. */
export function listText(which: 'idle' | 'recorded'): string {
  const lines = entries[which].map(({ name, attributes = '' }, at) => {
    const number = firstNumber[which] + at
    return `#EXTINF:-1 ${attributes} tvg-chno="${number}",${name}\nhttp://127.0.0.1:9/${number}.ts`
  })
  return ['#EXTM3U', ...lines, ''].join('\n')
}

const guideChannels = [
  ['Sevimli.uz', 'Sevimli'],
  ['Marvarid.uz', 'Marvarid'],
  ['TNT.us', 'TNT'],
  ['Channel8.sg', 'Channel 8'],
  ['Orbita.sg', 'Orbita'],
  ['Zenit.sg', 'Zenit'],
  ['kids', 'Uchqun va Dilnoza'],
] as const

const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')

/** Every hour of two days from now on; of tomorrow the hour from 12 to 13 has nothing. */
export function guideText(): string {
  const from = Math.floor(Date.now() / hourMs) * hourMs
  const begins = Array.from({ length: 48 }, (_, at) => from + at * hourMs)
  const gap = tomorrowMs + 12 * hourMs
  const programmes = guideChannels.flatMap(([id, name]) =>
    begins
      .filter((begin) => begin !== gap)
      .map((begin) => {
        const hour = ((begin + tashkentOffsetMs) % dayMs) / hourMs
        return `<programme channel="${id}" start="${stamp(begin)}" stop="${stamp(begin + hourMs)}"><title>${name} koʻrsatuvi ${hour}</title></programme>`
      }),
  )
  const names = guideChannels.map(
    ([id, name]) => `<channel id="${id}"><display-name>${name}</display-name></channel>`,
  )
  return `<tv>${names.join('')}${programmes.join('')}</tv>`
}

export const catalogueText = [
  'id,name_ru,name_uz,year,genres,actors',
  '1,Гора,Togʻ,2019,Драма,Шухрат Иргашев',
  '2,Река,Daryo,2001,Комедия,Shuhrat Irgashev',
  '3,Поле,Dala,2020,Драма,Лола Саидова',
  '4,Сад,Bogʻ,2018,Комедия,Азиз Рахимов',
  '5,Степь,Choʻl,2017,Драма,Азиз Рахимов',
  '6,Озеро,Koʻl,2016,Комедия,Лола Саидова',
  '',
].join('\n')

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#b3271b"/></svg>'

const list = (name: string, number: number, attributes = '') =>
  `#EXTM3U\n#EXTINF:-1 tvg-chno="${number}" ${attributes},${name}\nhttp://127.0.0.1:9/${name}.ts\n`

/** Files that the operator has on the computer, by name. */
export const writtenFiles: Readonly<Record<string, string>> = {
  'logo.svg': logo,
  'evening.m3u': list('Oqshom', 61),
  'morning.m3u': list('Nahor', 62),
  'night.m3u': `${list('Yarim tun', 63)}#EXTINF:-1 tvg-chno="64",Saharlik\nhttp://127.0.0.1:9/64.ts\n`,
  'groups.m3u': list('Ertak', 65, 'group-title="Ertaklar olami"'),
}
