/** A programme's data besides its title: its episode name, its number, its age rating. */
import { describe, expect, it } from 'vitest'
import { ageOfRating } from '#server/imports/source/age-of-rating.ts'
import { episodeOf } from './episode-of.ts'
import type { XmltvProgramme } from '#server/imports/source/guide-sink.ts'
import { programmeOf } from './guide-of-xmltv.ts'
import { readGuide } from './read-xmltv.ts'
import { withoutMarks } from './title-marks.ts'
import { readZone } from '#server/imports/source/zone.ts'

const zone = readZone('UTC') ?? expect.fail('UTC is a zone')

async function read(inside: string) {
  const xml = `<tv><programme start="20261123100000 +0500" stop="20261123110000 +0500" channel="a">${inside}</programme></tv>`
  const programmes: XmltvProgramme[] = []
  const sink = {
    channel: () => undefined,
    programme: (one: XmltvProgramme) => void programmes.push(one),
    pause: async () => undefined,
  }
  expect(await readGuide(bytesOf(xml), sink)).toEqual({ kind: 'read' })
  return programmes.map((one) => programmeOf(one, { zone, shiftMin: 0 }))[0]
}

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

describe('[GUIDE-07] a programme of a series', () => {
  it('keeps title, episode name and numbers apart', async () => {
    const programme = await read(
      '<title lang="ru">Ликвидация (Новая серия)</title><title lang="uz">Tugatish ᴺᵉʷ</title>' +
        '<sub-title lang="ru">Возвращение</sub-title><episode-num system="onscreen">S02E05</episode-num>' +
        '<episode-num system="xmltv_ns">1 . 4/14 . 0/1</episode-num><new/>' +
        '<rating system="FSK"><value>Infos</value></rating><rating system="RARS"><value>16+</value></rating>',
    )
    expect(programme).toMatchObject({
      title: { ru: 'Ликвидация', uz: 'Tugatish' },
      subtitle: { ru: 'Возвращение', uz: '' },
      season: 2,
      episode: 5,
      ageRating: '16+',
    })
  })

  it('has no episode name where the guide repeats the title or the number', async () => {
    const plain = await read('<title>Новости</title><sub-title>Новости</sub-title>')
    expect(plain).not.toHaveProperty('subtitle')
    expect(plain).not.toHaveProperty('season')
    const number = await read('<title>A</title><sub-title>S01E02</sub-title><rating>TV-14</rating>')
    expect(number).not.toHaveProperty('subtitle')
    expect(number).toMatchObject({ ageRating: '16+' })
  })

  it.each([
    ['xmltv_ns', '2 . 9 . 0/1', 3, 10],
    ['xmltv_ns', '0.11.0/2', 1, 12],
    ['xmltv_ns', ' . 5/24 . ', null, 6],
    ['xmltv_ns', '3..', 4, null],
    ['xmltv_ns', '..', null, null],
    ['xmltv_ns', 'soon', null, null],
    ['xmltv_ns', '99999999.1.', null, 2],
    ['onscreen', 'S02E103', 2, 103],
    ['onscreen', 's2 ep.7', 2, 7],
    ['onscreen', '2x07', 2, 7],
    ['onscreen', '103', null, 103],
    ['onscreen', '12/24', null, 12],
    ['onscreen', 'Серия 12', null, 12],
    ['onscreen', '12-я серия', null, 12],
    ['onscreen', '2 сезон, 12 серия', 2, 12],
    ['onscreen', '2 сезон, 1-2 серии', 2, 1],
    ['onscreen', '7 и 8 серии', null, 7],
    ['onscreen', '2-fasl, 12-qism', 2, 12],
    ['onscreen', 'Episode 4', null, 4],
    ['SxxExx', 'S03E04', 3, 4],
    ['dd_progid', 'EP00003026.0665', null, null],
    ['thetvdb.com', 'series/12', null, null],
    ['', 'S03E04', 3, 4],
  ])('is numbered as %s "%s" says', (system, text, season, episode) => {
    expect(episodeOf([{ system, text }])).toEqual({ season, episode })
  })

  it.each([
    ['Film (New)', 'Film'],
    ['Film [LIVE] ', 'Film'],
    ['New: Film', 'Film'],
    ['Премьера. Т/с "Тайна"', 'Т/с "Тайна"'],
    ['Футбол (прямой эфир)', 'Футбол'],
    ['Тайна. Премьера', 'Тайна'],
    ['Film ᴺᵉʷ', 'Film'],
    ['🆕 Film', 'Film'],
    ['ᴸᶦᵛᵉ Match', 'Match'],
    ['New York, New York', 'New York, New York'],
    ['The New Pope', 'The New Pope'],
    ['Премьера', 'Премьера'],
    ['Live: The Concert', 'Live: The Concert'],
    ['(New)', '(New)'],
  ])('is called "%s" and shown as "%s"', (input, shown) => {
    expect(withoutMarks(input)).toBe(shown)
  })
})

describe('[GUIDE-07] an age', () => {
  it.each([
    ['16+', '16+'],
    ['RARS 16+', '16+'],
    ['R 18+', '18+'],
    ['Livre', '0+'],
    ['AO', '18+'],
    ['0', '0+'],
    ['18 лет', '18+'],
    ['зрителям, достигшим 12 лет', '12+'],
    ['«6+» - для детей старше 6 лет', '6+'],
    ['PG-13', '12+'],
    ['pg', '6+'],
    ['Rated R', '16+'],
    ['Rated PG-13 for violence and 2 scenes', '12+'],
    ['NC-17', '18+'],
    ['TV-PG', '6+'],
    ['TV-Y7-FV', '6+'],
    ['TV-MA-LSV', '18+'],
    ['Australia:TV-MA', '18+'],
    ['FSK 12', '12+'],
    ['FSK-16', '16+'],
    ['DE:12 / US:PG-13', '12+'],
    ['US:R / RU:18+', '18+'],
    ['age 8+', '8+'],
    ['8', '8+'],
    ['12A', '12+'],
    ['U', '0+'],
    ['MA15+', '16+'],
    ['-12', '12+'],
    ['UA 13+', '12+'],
    ['Not Rated', ''],
    ['NR', ''],
    ['', ''],
    ['2021', ''],
    ['7.5', ''],
    ['99', ''],
    ['A'.repeat(100_000), ''],
  ])('of "%s" is "%s"', (text, age) => {
    expect(ageOfRating(text)).toBe(age)
  })
})
