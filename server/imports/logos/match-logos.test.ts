import { describe, expect, it } from 'vitest'
import { isLogoName, isSystemFile, labelOf, readLogoName } from './logo-names.ts'
import { type LogoChannel, matchLogos } from './match-logos.ts'

const channels: readonly LogoChannel[] = [
  of(1, 'Oʻzbekiston', { tvgId: 'ozbekiston.uz' }),
  of(2, 'Yoshlar', { tvgId: 'Yoshlar.uz@HD' }),
  of(3, 'Sport UZ HD'),
  of(4, 'Sevimli TV'),
  of(5, 'Первый канал', { countries: ['ru'] }),
  of(6, 'Матч! Футбол 1'),
  of(7, 'Матч! Футбол 2'),
  of(8, 'Россия 24'),
  of(9, 'Россия 1'),
  of(10, 'Россия 1 HD'),
  of(11, 'MY5', { aliases: ['Май 5'] }),
  of(12, 'ТНТ', { countries: ['ru'] }),
  of(13, 'TNT', { countries: ['us'] }),
  of(14, 'Bolajon', { listLogo: 'http://logos.example/uz/kids%20tv.png?v=2' }),
  of(15, 'Taraqqiyot', { listLogo: 'logos/t.png' }),
  of(24, 'Zoʻr TV'),
  of(40, 'Дунё бўйлаб'),
  of(41, '24'),
]

function of(number: number, name: string, more: Partial<LogoChannel> = {}): LogoChannel {
  return {
    ...{ cid: number, number, names: [name], aliases: [], tvgId: null, countries: [], listLogo: null },
    ...more,
  }
}

function match(...files: string[]) {
  return matchLogos(
    files.map((file, fileNo) => ({ fileNo, file })),
    channels,
  )
}

function one(file: string) {
  return match(file).map(
    ({ cid, by, marks }) => `${cid} ${by}${marks.length === 0 ? '' : ` ${marks.join()}`}`,
  )
}

describe('[CHAN-03] a logo file', () => {
  it.each([
    ['Sevimli TV.png', ['4 name']],
    ['sevimli_tv_logo.svg', ['4 name']],
    ['logo-sevimlitv-512x512.png', ['4 name']],
    ['SevimliTV (1).png', ['4 name']],
    ['Севимли ТВ.webp', ['4 name']],
    ['Sevimli TV FHD.png', ['4 name']],
    ["O'zbekiston.png", ['1 name']],
    ['ozbekiston.uz.png', ['1 id']],
    ['Yoshlar.uz@HD.png', ['2 id']],
    ['ёшлар.jpg', ['2 name']],
    ['Yoshlar UZ.png', ['2 name']],
    ['perviy kanal.png', ['5 name']],
    ['Match Futbol 2.png', ['7 name']],
    ['rossiya-24.png', ['8 name']],
    ['Май 5.png', ['11 alias']],
    ['dunyo boylab.png', ['40 name']],
    ['04. Sevimli.png', ['4 number']],
    ['7.png', ['7 number']],
    ['007.jpeg', ['7 number']],
    ['kids tv.png', ['14 playlist']],
    ['logos/t.png', ['15 playlist']],
    ['somewhere/logos/T.PNG', ['15 playlist']],
    ['Sport.png', ['3 name unsure']],
    ['xyzzy.png', []],
  ])('%s is for %j', (file, expected) => expect(one(file)).toEqual(expected))

  it('serves a channel in two qualities, unless there is one for each', () => {
    expect(one('Россия 1.png')).toEqual(['9 name', '10 name'])
    expect(match('Rossiya 1.png', 'Rossiya 1 HD.png').map(({ fileNo, cid }) => [fileNo, cid])).toEqual([
      [0, 9],
      [1, 10],
    ])
  })

  it('is doubtful between channels of two countries, and between a number and a name', () => {
    expect(one('tnt.png')).toEqual(['13 name unsure', '12 name unsure'])
    expect(match('24.png').every(({ marks }) => marks.includes('unsure'))).toBe(true)
  })

  it('is a double when another one fits its channel better', () => {
    const matches = match('Yoshlar.uz@HD.png', 'yoshlar.png')
    expect(matches.map(({ fileNo, cid, marks }) => [fileNo, cid, marks])).toEqual([
      [0, 2, []],
      [1, 2, ['double']],
    ])
  })

  it('gives each channel one file, whatever there is', () => {
    const names = channels.flatMap(({ names: [name = ''] }) => [
      `${name}.png`,
      `a/${name} HD.png`,
      `${name} 2.svg`,
    ])
    const sure = match(...names, ...names).filter(({ marks }) => marks.length === 0)
    expect(new Set(sure.map(({ cid }) => cid)).size).toBe(sure.length)
  })
})

describe('[CHAN-03] a name in an archive', () => {
  it.each([
    ['../../etc/passwd.png', 'etc/passwd.png'],
    ['C:\\logos\\..\\a.png', 'logos/a.png'],
    ['/abs/a.png', 'abs/a.png'],
    ['a\u0000b\u202e.png', 'ab.png'],
    ['..', 'file'],
    ['й.png'.normalize('NFD'), 'й.png'],
  ])('%j is the label %s', (name, label) => expect(labelOf(name)).toBe(label))

  it('is text that a database takes, wherever it is cut', () => {
    for (const end of ['a', 'ab']) expect(labelOf(`${'😀'.repeat(150)}${end}.png`).isWellFormed()).toBe(true)
  })

  it.each([' ', '-', '_ ', '. - '])('with a row of %j is read as with one', (filling) => {
    const { names } = readLogoName(`Sevimli${filling.repeat(40)}TV.png`)
    expect(names.at(-1)).toBe('Sevimli TV')
  })

  it('is read only as far as a real name is long', () => {
    const { names } = readLogoName(`${'logo '.repeat(20_000)}Sevimli.png`)
    expect(names.every((name) => name.endsWith('Sevimli'))).toBe(true)
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(200)
  })
})

describe('[CHAN-03] names of files that begin with a dot', () => {
  it('are taken when they are pictures, and what systems add is not', () => {
    const taken = ['.black.png', 'logos/.red.png', '.sci-fi.png', 'C.png']
    const system = ['._C.png', 'logos/._.black.png', '__MACOSX/x.png', '.DS_Store', '.png', '.git/x.png']
    for (const name of taken)
      expect([name, isSystemFile(name), isLogoName(name)]).toEqual([name, false, true])
    for (const name of system) expect([name, isSystemFile(name)]).toEqual([name, true])
    expect(readLogoName('.sci-fi.png').names).toContain('sci fi')
  })
})
