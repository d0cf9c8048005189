import { describe, expect, it } from 'vitest'
import { comparableName, marksOfChange } from './draft-rules.ts'

function sources(...urls: string[]) {
  return { sources: urls.map((url) => ({ url })) }
}

describe('[IMPORT-02] names of channels', () => {
  it.each([
    ['Sevimli TV HD', 'sevimlitv'],
    ['Матч! Футбол 1 FHD', 'matCfutbol1'],
    ['Match! Futbol 1', 'matCfutbol1'],
    ['Viasat History+', 'viasathistori+'],
    ['HDtv', 'hdtv'],
  ])('%s is compared as %s', (name, comparable) => expect(comparableName(name)).toBe(comparable))
})

describe('[IMPORT-02] a changed channel', () => {
  it('is marked when all its sources move to other hosts', () => {
    const was = sources('http://one.example/a.m3u8', 'http://two.example/a.m3u8')
    expect(marksOfChange(was, sources('http://three.example/a.m3u8'))).toEqual(['address_moved'])
    expect(marksOfChange(was, sources('http://two.example/b.m3u8'))).toEqual([])
    expect(marksOfChange(sources('udp://239.1.1.1:5000'), sources('udp://239.1.1.2:5000'))).toEqual([
      'address_moved',
    ])
  })

  it('is marked when a list adds an address inside the network', () => {
    const was = sources('http://one.example/a.m3u8')
    const marked = (url: string, before = was) =>
      marksOfChange(before, sources('http://one.example/a.m3u8', url))
    for (const url of [
      'http://127.0.0.1:81/a',
      'http://10.0.0.7/a.ts',
      'https://[::1]/a',
      'http://encoder.lan/a.m3u8',
    ])
      expect(marked(url)).toEqual(['local_address'])
    for (const url of ['http://two.example/a', 'udp://239.1.1.1:5000']) expect(marked(url)).toEqual([])
    // It has one already: the network's own channels come so.
    expect(marked('http://10.0.0.8/a', sources('http://one.example/a.m3u8', 'http://10.0.0.7/a'))).toEqual([])
  })

  it('does not count sources of the operator as moved', () => {
    const own = [{ url: 'http://own.example/a', is_own: true }]
    expect(marksOfChange({ sources: own }, { sources: [...own, { url: 'http://new.example/a' }] })).toEqual(
      [],
    )
  })

  it.each([
    [undefined, { kind: 'default', source: 'http://127.0.0.1:9000/x?{utc}' }, true],
    [undefined, { kind: 'default', source: 'http://127.0.0.1.{d}/x' }, true],
    [undefined, { kind: 'append', source: '@127.0.0.1/{utc}' }, true],
    [undefined, { kind: 'default', source: 'http://tv.example/x?{utc}' }, false],
    [undefined, { kind: 'shift' }, false],
    [undefined, { kind: 'vod' }, false],
    [{ kind: 'default', source: 'http://arc.example/{utc}' }, { kind: 'shift' }, false],
    [
      { kind: 'default', source: 'http://arc.example/{utc}' },
      { kind: 'default', source: 'http://arc.example/{utc}', days: 3 },
      false,
    ],
    [
      { kind: 'default', source: 'http://arc.example/{utc}' },
      { kind: 'default', source: 'http://arc.example:81/{utc}' },
      true,
    ],
  ])('is marked when its archive moves to another host: %j, %j', (was, is, isMarked) => {
    const before = was === undefined ? {} : { catchup: was }
    const marks = marksOfChange(before, { catchup: is }, ['http://tv.example'])
    expect(marks).toEqual(isMarked ? ['catchup_moved'] : [])
  })

  it('is marked when its name becomes another one, not another spelling', () => {
    expect(marksOfChange({ name_ru: 'ТНТ' }, { name_ru: 'ТНТ4' })).toEqual(['renamed'])
    expect(marksOfChange({ name_ru: 'ТНТ' }, { name_ru: 'ТНТ HD' })).toEqual([])
    expect(marksOfChange({ name_ru: 'Москва 24' }, { name_ru: 'Moskva 24 (720p)' })).toEqual([])
    expect(marksOfChange({ number: 1 }, { number: 2 })).toEqual([])
  })
})
