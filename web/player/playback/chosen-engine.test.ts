import { describe, expect, it } from 'vitest'
import { engineOf, type EngineChoice } from './chosen-engine.ts'

const computer: EngineChoice = {
  ...{ switched: 'default', hasAvplay: false, prefersAvplay: false, needsNative: false, playsNative: false },
}
const samsung: EngineChoice = { ...computer, hasAvplay: true, playsNative: true }
const samsung2020: EngineChoice = { ...samsung, prefersAvplay: true }
const iphone: EngineChoice = { ...computer, needsNative: true, playsNative: true }

describe('[APP-03] the engine of a device', () => {
  it.each([
    ['a computer', computer, 'mse'],
    ['an iPhone before iOS 17.1', iphone, 'native'],
    ['an iPhone that was switched to Media Source, which it lacks', { ...iphone, switched: 'mse' }, 'native'],
    ['a Samsung with a good Media Source', samsung, 'mse'],
    ['a Samsung with a poor one', samsung2020, 'avplay'],
    ['a Samsung with a poor one in its browser, without AVPlay', { ...samsung2020, hasAvplay: false }, 'mse'],
    ['a Samsung without Media Source', { ...samsung, needsNative: true }, 'avplay'],
    ['a good Samsung switched to AVPlay', { ...samsung, switched: 'avplay' }, 'avplay'],
    ['a poor Samsung switched to Media Source', { ...samsung2020, switched: 'mse' }, 'mse'],
    ['a poor Samsung switched to its HLS', { ...samsung2020, switched: 'native' }, 'native'],
    ['a computer switched to AVPlay, which it lacks', { ...computer, switched: 'avplay' }, 'mse'],
    ['a computer switched to HLS, which it lacks', { ...computer, switched: 'native' }, 'mse'],
    [
      'a poor Samsung switched to an HLS that it lacks',
      { ...samsung2020, playsNative: false, switched: 'native' },
      'avplay',
    ],
  ] as const)('is, for %s, what it plays best', (_, choice, engine) => {
    expect(engineOf(choice)).toBe(engine)
  })
})
