import { describe, expect, it } from 'vitest'
import { matchChannels, type ChannelNames, type GuideChannelNames } from './match-channels.ts'

let cids = 0

/** One of our channels by its name, with the data of its list. */
function own(name: string, tvgId: string | null = null, ...countries: string[]): ChannelNames {
  return {
    cid: (cids += 1),
    tvgId,
    tvgName: null,
    names: [name],
    countries,
  }
}

function their(id: string, ...names: string[]): GuideChannelNames {
  return { id, names }
}

/** Modelled on lists and guides of several countries: [ours, the right id or null]. */
const guide: readonly GuideChannelNames[] = [
  their('TNT.us', 'TNT'),
  their('HBO.us', 'HBO', 'HBO East'),
  their('ABC.us', 'ABC'),
  their('CBS.West.us2', 'CBS West'),
  their('Bravo.us', 'Bravo'),
  their('CCTV3.cn', 'CCTV-3', 'CCTV3'),
  their('Channel8.sg', 'Channel 8'),
  their('BBC.One.uk', 'BBC One'),
  their('BBC.Two.uk', 'BBC Two'),
  their('E4.uk', 'E4'),
  their('E4.Plus1.uk', 'E4 +1'),
  their('Dave.uk', 'Dave'),
  their('RTL.de', 'RTL'),
  their('RTL.fr', 'RTL'),
  their('Das.Erste.de', 'Das Erste'),
  their('Kanal7.tr', 'Kanal 7'),
  their('Kanali7.al', 'Kanali 7'),
  their('Star.TV.tr', 'Star TV'),
  their('Star.TV.gr', 'Star'),
  their('Sinema.TV.tr', 'Sinema TV'),
  their('TV.Tropical.br', 'TV Tropical'),
  their('pervy', 'Первый канал'),
  their('pervy-4', 'Первый канал +4'),
  their('ntv', 'НТВ'),
  their('Match.Futbol.1.ru', 'Матч! Футбол 1'),
  their('Match.Futbol.2.ru', 'Матч! Футбол 2'),
  their('Zvezda.ru', 'Звезда'),
  their('Sevimli.uz', 'Sevimli TV'),
  their('Yoshlar.uz', 'Yoshlar'),
  their('MY5.uz', 'MY5'),
  their('101', 'Балапан'),
  their('Discovery.Channel.us', 'Discovery Channel'),
  their('Antena3.es', 'Antena 3'),
  their('Antena3.ro', 'Antena 3 CNN'),
  their('TV.Canal.Sur.es', 'Canal Sur'),
  their('Canal.Plus.fr', 'Canal+'),
]
const labelled: readonly (readonly [ChannelNames, string | null])[] = [
  [own('ТНТ', 'TNT.ru', 'ru'), null],
  [own('TNT', null, 'ru'), null],
  [own('TNT', null, 'us'), 'TNT.us'],
  [own('HBO West', 'HBO.us@West'), null],
  [own('HBO', 'HBO.us@East'), 'HBO.us'],
  [own('ABC', 'ABC.au'), null],
  [own('Cinema'), null],
  [own('Tropical'), null],
  [own('ABC HD', null, 'au'), null],
  [own('US: ABC'), 'ABC.us'],
  [own('CBS', null, 'us'), null],
  [own('CBS East', null, 'us'), null],
  [own('C3 TV', null, 'br'), null],
  [own('CCTV 3', null, 'cn'), 'CCTV3.cn'],
  [own('Channel 8', null, 'il'), null],
  [own('BBC1 HD', null, 'gb'), 'BBC.One.uk'],
  [own('BBC 2', 'BBCTwo.uk@HD'), 'BBC.Two.uk'],
  [own('E4', null, 'gb'), 'E4.uk'],
  [own('E4+1', null, 'gb'), 'E4.Plus1.uk'],
  [own('Dave', null, 'us'), null],
  [own('Bravo', null, 'ge'), null],
  [own('RTL', null, 'de'), 'RTL.de'],
  [own('RTL', null, 'hu'), null],
  [own('Das Erste HD', null, 'de'), 'Das.Erste.de'],
  [own('Kanal 7', null, 'tr'), 'Kanal7.tr'],
  [own('Kanali 7', null, 'al'), 'Kanali7.al'],
  [own('Kanal 7', null, 'az'), null],
  [own('Star', null, 'tr'), 'Star.TV.tr'],
  [own('Первый', null, 'ru'), 'pervy'],
  [own('Первый канал (+4)', null, 'ru'), 'pervy-4'],
  [own('Первый канал (+2)', null, 'ru'), null],
  [own('НТВ HD', null, 'ru'), 'ntv'],
  [own('NTV', null, 'tr'), null],
  [own('Матч! Футбол 2', null, 'ru'), 'Match.Futbol.2.ru'],
  [own('Матч! Футбол 3', null, 'ru'), null],
  [own('Звезда Плюс', null, 'ru'), null],
  [own('Телеканал Звезда', null, 'ru'), 'Zvezda.ru'],
  [own('Севимли', null, 'uz'), 'Sevimli.uz'],
  [own('Ёшлар'), 'Yoshlar.uz'],
  [own('MY5', null, 'uz'), 'MY5.uz'],
  [own('Eurosport 1', '101', 'kz'), null],
  [own('Discovery Channel', null, 'ru'), null],
  [own('Antena 3', null, 'ro'), 'Antena3.ro'],
  [own('Antena 3 HD', null, 'es'), 'Antena3.es'],
  [own('Canal', null, 'fr'), null],
  [own('CANAL+ HD', null, 'fr'), 'Canal.Plus.fr'],
]

describe('the guide of a channel of the same name', () => {
  it('[GUIDE-07] is used from the right country and feed, or not at all: on a labelled set of several countries', () => {
    const { matches, closestToOurs } = matchChannels(
      guide,
      labelled.map(([channel]) => channel),
      [],
    )
    const taken = new Map(matches.map(({ cid, id }) => [cid, id]))
    const wrong = labelled.flatMap(([{ cid, names }, right]) => {
      const id = taken.get(cid)
      return id === undefined || id === right ? [] : [`${names[0]} = ${id}`]
    })
    const missed = labelled.flatMap(([{ cid, names }, right]) =>
      right !== null && taken.get(cid) !== right ? [`${names[0]} = ${right}`] : [],
    )
    // Precision 1: no wrong guide is applied. Recall 1 on this set.
    expect(wrong).toEqual([])
    expect(missed).toEqual([])
    for (const { score } of matches) expect(score).toBeGreaterThanOrEqual(0.9)
    for (const { score } of closestToOurs.values()) expect(score).toBeLessThan(0.9)
    expect(closestToOurs.get(2)).toMatchObject({ id: 'TNT.us', doubt: 'country' })
    expect(closestToOurs.get(4)).toMatchObject({ id: 'HBO.us', doubt: 'feed' })
  })

  it('[GUIDE-07] goes to one channel of ours, and to others only in another quality', () => {
    const seven = ['Kino', 'Kino HD', 'Kino TV', 'Кино', 'Kino', 'Kino 4K', 'Kino'].map((name) => own(name))
    const { matches, closestToOurs } = matchChannels([their('kino', 'Kino')], seven, [])
    expect(matches.map(({ cid }) => seven.find((one) => one.cid === cid)?.names[0])).toEqual([
      'Kino',
      'Kino HD',
      'Kino 4K',
    ])
    expect([...closestToOurs.values()].map(({ doubt }) => doubt)).toContain('taken')
  })

  it('[GUIDE-07] is not guessed between several, and follows the languages of a guide without countries', () => {
    const two = [their('News.ch', 'News 5'), their('News5.ch', 'News 5')]
    const [swiss, russian] = [own('News 5', null, 'ch'), own('Discovery Channel', null, 'ru')]
    expect(matchChannels(two, [swiss], []).matches).toEqual([])
    const spoken = (...languages: string[]) => [{ ...their('d', 'Discovery Channel'), languages }]
    expect(matchChannels(spoken('en'), [russian], []).matches).toEqual([])
    expect(matchChannels(spoken('ru'), [russian], []).matches).toHaveLength(1)
    const short = own('ABC', null, 'au')
    expect(matchChannels([their('abc', 'ABC')], [short], []).matches).toEqual([])
    expect(matchChannels([their('abc', 'ABC')], [short], [], { country: 'au' }).matches).toHaveLength(1)
    expect(matchChannels([their('abc', 'ABC')], [short], [], { country: 'us' }).matches).toEqual([])
  })
})
