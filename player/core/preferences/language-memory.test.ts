import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  languagesFor,
  maxLanguageChoices,
  parseLanguageChoices,
  withLanguages,
  type LanguageChoice,
} from './language-memory.ts'
import { Playback } from '#player/core/playback/playback.ts'
import {
  memoryPreferences,
  settle,
  simulatedAddress,
  simulatedPlayback,
  SimulatedEngine,
  SimulatedStreams,
  SimulatedTime,
} from '#tests/kit/player/simulated-player.ts'

const none: readonly LanguageChoice[] = []

function me(series: number | null) {
  return { viewer: 'me', series }
}

describe('chosen languages', () => {
  it('[PLAYER-01] in an episode apply to its series, and elsewhere until another one is chosen', () => {
    const first = withLanguages(none, me(7), { audio: 'uz' })
    expect(languagesFor(first, me(7))).toEqual({ audio: 'uz' })
    expect(languagesFor(first, me(8))).toEqual({ audio: 'uz' })
    const then = withLanguages(first, me(8), { audio: 'en' })
    expect(languagesFor(then, me(7))).toEqual({ audio: 'uz' })
    expect(languagesFor(then, me(null))).toEqual({ audio: 'en' })
  })
  it('[PLAYER-01] are stored separately for audio and subtitles; subtitles off is also a choice', () => {
    const chosen = withLanguages(withLanguages(none, me(null), { text: 'ru' }), me(7), { text: null })
    const sound = withLanguages(chosen, me(7), { audio: 'uz' })
    expect(languagesFor(sound, me(7))).toEqual({ audio: 'uz', text: null })
    const after = withLanguages(sound, me(null), { text: 'uz' })
    expect(languagesFor(after, me(7))).toEqual({ audio: 'uz', text: null })
    expect(languagesFor(after, me(9))).toEqual({ audio: 'uz', text: 'uz' })
  })
  it('[PLAYER-01] are stored separately for each viewer', () => {
    const chosen = withLanguages(none, me(7), { audio: 'uz' })
    expect(languagesFor(chosen, { viewer: 'other', series: 7 })).toEqual({})
  })
  it('are limited in number, and the newest stay', () => {
    const series = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 300 })
    fc.assert(
      fc.property(series, (numbers) => {
        const memory = numbers.reduce((all, number) => withLanguages(all, me(number), { audio: 'uz' }), none)
        expect(memory.length).toBeLessThanOrEqual(maxLanguageChoices)
        expect(memory[0]?.series).toBe(numbers.at(-1))
        expect(new Set(memory.map((choice) => choice.series)).size).toBe(memory.length)
      }),
      { numRuns: 30 },
    )
  })
  it('are validated when they are read from the device', () => {
    const memory = withLanguages(none, me(7), { audio: 'uz', text: null })
    expect(parseLanguageChoices(JSON.parse(JSON.stringify(memory)))).toEqual(memory)
    expect(parseLanguageChoices('no list')).toEqual([])
    expect(parseLanguageChoices([null, 3, { viewer: 5, series: 1 }, { viewer: '', series: 'x' }])).toEqual([])
    expect(parseLanguageChoices([{ viewer: '', series: 1, audio: '<b>', text: 'ru' }])).toEqual([
      { viewer: '', series: 1, text: 'ru' },
    ])
  })
})

describe('the languages of an opened source', () => {
  const track = (language: string) => ({ id: language, language, name: '', active: false })
  it('[PLAYER-01] are those of its series, for audio and subtitles', async () => {
    const { time, engine, playback } = simulatedPlayback('me')
    const open = async (key: string, series?: number) => {
      const ask = async () => simulatedAddress('https://tv/p/t/x', time.now() + 3_600_000)
      playback.open({ key, kind: 'film', startSec: 0, ask, ...(series === undefined ? {} : { series }) })
      await settle()
      engine.report({ audioTracks: [track('ru'), track('uz')], textTracks: [track('ru'), track('uz')] })
    }
    await open('film:1', 7)
    playback.choices.setAudio('uz')
    playback.choices.setText('ru')
    await open('film:2')
    playback.choices.setAudio('ru')
    playback.choices.setText(null)
    await open('film:3', 7)
    await open('film:4', 8)
    const languages = engine.loads.map(({ preferences }) => [
      preferences.audioLanguage,
      preferences.textLanguage,
    ])
    expect(languages).toEqual([
      [null, null],
      ['uz', 'ru'],
      ['uz', 'ru'],
      ['ru', null],
    ])
  })
  it('[PLAYER-01] are restored with one press: subtitles turned off and on again are the same', async () => {
    const time = new SimulatedTime()
    const engine = new SimulatedEngine()
    const playback = new Playback({
      engine,
      timers: time,
      preferenceStore: memoryPreferences(),
      isOnline: () => true,
      streams: new SimulatedStreams(),
      viewer: () => 'me',
    })
    const ask = async () => simulatedAddress('https://tv/p/t/x', time.now() + 3_600_000)
    playback.open({ key: 'film:1', kind: 'film', startSec: 0, ask })
    await settle()
    engine.report({ textTracks: [track('ru'), track('uz')] })
    playback.choices.setText('uz')
    playback.choices.toggleText()
    expect(playback.state.textTracks.some(({ active }) => active)).toBe(false)
    playback.choices.toggleText()
    expect(playback.state.textTracks.find(({ active }) => active)?.language).toBe('uz')
  })
})
