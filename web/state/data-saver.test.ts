import { describe, expect, it } from 'vitest'
import { isSaving } from './data-saver.ts'

describe('[ALIVE-02] the data saver', () => {
  it.each([
    ['no choice, a browser that tells nothing', null, {}, false],
    ["no choice, the browser's own data saver", null, { saveData: true }, true],
    ['no choice, a mobile network', null, { type: 'cellular' }, false],
    ['no choice, a network of 2G', null, { effectiveType: 'slow-2g' }, true],
    ['no choice, a network of 4G', null, { effectiveType: '4g' }, false],
    ['on a mobile network, at home that is slow', 'mobile', { type: 'wifi', effectiveType: '2g' }, false],
    ['never, on a network of 2G', 'never', { effectiveType: '2g' }, false],
    ['on a mobile network, there', 'mobile', { type: 'cellular' }, true],
    ['on a mobile network, at home', 'mobile', { type: 'wifi' }, false],
    [
      "on a mobile network, at home with the browser's data saver",
      'mobile',
      { type: 'wifi', saveData: true },
      true,
    ],
    ['always, at home', 'always', { type: 'wifi' }, true],
    ['always, a browser that tells nothing', 'always', {}, true],
    ["never, in spite of the browser's data saver", 'never', { type: 'cellular', saveData: true }, false],
  ] as const)('%s', (_, mode, network, expected) => {
    expect(isSaving(mode, network)).toBe(expected)
  })
})
