import { describe, expect, it } from 'vitest'
import { withinLimit, ChunkError } from './lazy/lazy-limit.ts'
import { spokenLanguage } from '#web/i18n/spoken-language.ts'
import { badgeOf, badgesOf } from './text/film-badge.ts'
import { onAir, progressOf } from './cards/on-air.ts'
import { lettersOf } from './text/letters-of.ts'
import { colourOf, pictureAt, srcsetOf } from './pictures/picture-address.ts'

describe('images', () => {
  const address = '/images/poster/12/ab12/320.webp'

  it('are requested in the widths of their layout', () => {
    expect(srcsetOf(address, 160, 320)).toBe(
      '/images/poster/12/ab12/160.webp 160w, /images/poster/12/ab12/240.webp 240w, /images/poster/12/ab12/320.webp 320w',
    )
    expect(pictureAt(address, 1920)).toBe('/images/poster/12/ab12/1920.webp')
  })

  it('keep an address without a width', () => {
    expect(srcsetOf('https://example.org/poster.jpg', 80, 480)).toBeUndefined()
    expect(srcsetOf('/logo/12.svg', 80, 480)).toBeUndefined()
  })
})

describe('[CAT-09] badges', () => {
  const none = { new_episodes: 0, premier: 0, exclusive: 0, free_movie: 0, has_subscription: 0 } as const

  it('read the colour of an image from its address, but not for a transparent logo', () => {
    const version = 'ab12ab12ab12ab12ab12'
    expect(colourOf(`/images/poster/12/${version}-2a3b4c/240.webp`)).toBe('#2a3b4c')
    expect(colourOf(`/images/poster/12/${version}/240.webp`)).toBeUndefined()
    expect(colourOf(`/images/logo/12/${version}-2a3b4c/240.webp`)).toBeUndefined()
    expect(colourOf('/images/poster/12/none/240.webp')).toBeUndefined()
    expect(colourOf('https://example.org/poster.jpg')).toBeUndefined()
    expect([lettersOf('Oʻtgan kunlar'), lettersOf('«Ёлка» в горах'), lettersOf('12'), lettersOf('')]).toEqual(
      ['OK', 'ЁВ', '1', ''],
    )
  })

  it('show the most important one on a card and all on a page', () => {
    const film = { ...none, free_movie: 1, new_episodes: 1 } as const
    expect(badgeOf(film)).toBe('new_episodes')
    expect(badgesOf(film)).toEqual(['new_episodes', 'free_movie'])
    expect(badgeOf(none)).toBeNull()
  })
})

describe('the current programme', () => {
  const programme = (pid: number, begin_time: number, end_time: number) => ({
    pid,
    cid: 1,
    title: '',
    sub_title: '',
    season: null,
    episode: null,
    description: '',
    category: '',
    age_rating: '',
    begin_time,
    end_time,
    url: null,
  })
  const channel = { now: programme(1, 100, 200), next: programme(2, 200, 300) }

  it('is replaced by the next one when it is over', () => {
    expect(onAir(channel, 150)?.pid).toBe(1)
    expect(onAir(channel, 200)?.pid).toBe(2)
    expect(onAir(channel, 300)).toBeNull()
    expect(onAir({ now: null, next: null }, 150)).toBeNull()
  })

  it('has a progress between 0 and 1', () => {
    expect(progressOf(channel.now, 150)).toEqual({ part: 0.5, leftSec: 50 })
    expect(progressOf(channel.now, 50)).toEqual({ part: 0, leftSec: 150 })
    expect(progressOf({ begin_time: 5, end_time: 5 }, 5)).toEqual({ part: 1, leftSec: 0 })
  })
})

describe('names in other languages', () => {
  it.each([
    ['Летят журавли', 'ru'],
    ['Ўткан кунлар', 'uz'],
    ['Oʻtgan kunlar', 'uz'],
    ['The Last Caravan', 'en'],
  ])('%s is announced in %s', (name, language) => {
    expect(spokenLanguage(name)).toBe(language)
  })
})

describe('[SHELL-07] a chunk of the site', () => {
  it('that does not load in time is a named error', async () => {
    await expect(withinLimit(new Promise(() => undefined), 5)).rejects.toBeInstanceOf(ChunkError)
  })

  it('that fails to load is the same error, with its cause', async () => {
    const cause = new TypeError('Failed to fetch')
    await expect(withinLimit(Promise.reject(cause), 1000)).rejects.toMatchObject({
      name: 'ChunkError',
      cause,
    })
  })

  it('that loads is returned', async () => {
    await expect(withinLimit(Promise.resolve(7), 1000)).resolves.toBe(7)
  })
})
