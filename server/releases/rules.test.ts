import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultSwitches } from '#contract/site/apps.ts'
import {
  anonymousReport,
  matchesModel,
  switchesFor,
  updateFor,
  withoutPersonalData,
  type AppDevice,
  type AppReport,
  type Switch,
} from './rules.ts'
import { compareVersions, isVersion, isWithin } from './versions.ts'

const number = fc.nat({ max: 400 })
const version = fc.array(number, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'))

describe('[REMOTE-03] versions', () => {
  it.each([
    ['1.4.0', '1.4', 0],
    ['v1.4', '1.4.0', 0],
    ['1.4.0+77', '1.4.0+12', 0],
    ['1.10.0', '1.9.9', 1],
    ['1.4.0-beta.2', '1.4.0', -1],
    ['1.4.0-beta.2', '1.4.0-beta.11', -1],
    ['1.4.0-beta', '1.4.0-beta.1', -1],
    ['1.4.0-1', '1.4.0-beta', -1],
    ['T-HKMUABC-1511.3', '1511.2', 1],
    ['04.50.30', '4.50.30', 0],
  ])('%s and %s are compared by their numbers', (one, other, order) => {
    expect(Math.sign(compareVersions(one, other) ?? Number.NaN)).toBe(order)
    expect(Math.sign(compareVersions(other, one) ?? Number.NaN) + order).toBe(0)
  })

  it('have a consistent order, whichever two are compared first', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        const [ab, bc, ac] = [compareVersions(a, b), compareVersions(b, c), compareVersions(a, c)]
        expect(Math.sign(compareVersions(b, a) ?? 0) + Math.sign(ab ?? 0)).toBe(0)
        if ((ab ?? 0) <= 0 && (bc ?? 0) <= 0) expect(ac).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('grow with any of their numbers', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 4 }), fc.nat({ max: 3 }), (parts, at) => {
        const place = at % parts.length
        const next = parts.map((part, index) => (index === place ? part + 1 : part))
        expect(compareVersions(parts.join('.'), next.join('.'))).toBeLessThan(0)
      }),
    )
  })

  it('are parsed in any text without an error, and are undefined without a number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(isVersion(text)).toBe(/\d/.test(text.split('+', 1)[0] ?? ''))
        expect(compareVersions(text, '1.0')).toSatisfy(
          (order: unknown) => order === undefined || typeof order === 'number',
        )
      }),
    )
    expect(compareVersions('', '1.0')).toBeUndefined()
    expect(isWithin('', { from: '', to: '' })).toBe(true)
    expect(isWithin('none', { from: '1', to: '' })).toBe(false)
    expect(isWithin('none', { from: '', to: '1' })).toBe(false)
  })

  it('lie within both bounds, the upper one as precise as it is written', () => {
    const span = { from: '1.2', to: '1.3' }
    expect(['1.1.9', '1.2.0', '1.3.9', '1.3', '1.4.0'].map((one) => isWithin(one, span))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    fc.assert(
      fc.property(version, (one) => {
        expect(isWithin(one, { from: one, to: one })).toBe(true)
      }),
    )
  })
})

describe('[REMOTE-03] the update', () => {
  const release = { minimumVersion: '1.2.0', recommendedVersion: '1.4.0' }

  it('is forced below the minimum, suggested below the recommended version, and none from there on', () => {
    expect(['1.1.9', '1.2.0', '1.3.9', '1.4.0', '2.0.0'].map((one) => updateFor(release, one))).toEqual([
      ...['forced', 'soft', 'soft', 'none', 'none'],
    ])
  })

  it('never becomes more urgent with a newer version', () => {
    const urgency = { none: 0, soft: 1, forced: 2 }
    fc.assert(
      fc.property(version, version, version, version, (minimumVersion, recommendedVersion, a, b) => {
        const [older, newer] = (compareVersions(a, b) ?? 0) <= 0 ? [a, b] : [b, a]
        const set = { minimumVersion, recommendedVersion }
        expect(urgency[updateFor(set, newer)]).toBeLessThanOrEqual(urgency[updateFor(set, older)])
      }),
    )
  })

  it('is none where nothing is set, and for an unreadable version', () => {
    expect(updateFor(undefined, '0.0.1')).toBe('none')
    expect(updateFor({ minimumVersion: '', recommendedVersion: '' }, '0.0.1')).toBe('none')
    expect(updateFor(release, 'debug')).toBe('none')
  })
})

const device: AppDevice = { platform: 'webos', version: '1.4.0', model: 'OLED55C9PLA', firmware: '05.40.20' }
const open = { from: '', to: '' }

function aSwitch(own: Partial<Switch> = {}): Switch {
  return {
    switchId: 1,
    platform: 'webos',
    model: '',
    firmware: open,
    version: open,
    engine: null,
    lowLatency: null,
    previews: null,
    maxHeight: null,
    reason: '',
    ...own,
  }
}

describe('[REMOTE-03] switches', () => {
  it('apply only to their platform, model, firmware and version', () => {
    const off = (own: Partial<Switch>) =>
      !switchesFor([aSwitch({ lowLatency: false, ...own })], device).lowLatency
    expect(off({})).toBe(true)
    expect(off({ platform: 'tizen' })).toBe(false)
    expect(off({ model: 'oled55*' })).toBe(true)
    expect(off({ model: 'QNED*' })).toBe(false)
    expect(off({ firmware: { from: '5.30', to: '5.40' } })).toBe(true)
    expect(off({ firmware: { from: '', to: '5.39' } })).toBe(false)
    expect(off({ version: { from: '1.5', to: '' } })).toBe(false)
  })

  it('are decided one property at a time, the most specific switch first', () => {
    const ranked = [
      aSwitch({ switchId: 9, maxHeight: 480, previews: false }),
      aSwitch({ switchId: 8, version: { from: '1', to: '' }, maxHeight: 540 }),
      aSwitch({ switchId: 7, firmware: { from: '5', to: '' }, maxHeight: 576 }),
      aSwitch({ switchId: 6, model: 'OLED*', maxHeight: 720 }),
      aSwitch({ switchId: 5, model: 'OLED55*', maxHeight: 1080 }),
      aSwitch({ switchId: 4, model: 'oled55c9pla', maxHeight: 2160 }),
    ]
    ranked.forEach((one, at) => {
      expect(switchesFor(ranked.slice(0, at + 1), device)).toEqual({
        ...defaultSwitches,
        previews: false,
        maxHeight: one.maxHeight,
      })
    })
  })

  it('are the same in any order of reading; of two equal ones the newer wins', () => {
    const property = fc.record({
      model: fc.constantFrom('', 'OLED*', '*C9*', 'OLED55C9PLA', 'X'),
      engine: fc.constantFrom(null, 'mse', 'native', 'default'),
      lowLatency: fc.constantFrom(null, true, false),
    })
    fc.assert(
      fc.property(fc.array(property, { maxLength: 6 }), fc.nat(), (properties, turn) => {
        const all = properties.map((own, at) => aSwitch({ switchId: at + 1, ...(own as Partial<Switch>) }))
        const at = all.length === 0 ? 0 : turn % all.length
        const turned = [...all.slice(at), ...all.slice(0, at)].toReversed()
        expect(switchesFor(turned, device)).toEqual(switchesFor(all, device))
      }),
    )
    const two = [aSwitch({ switchId: 1, engine: 'mse' }), aSwitch({ switchId: 2, engine: 'native' })]
    expect(switchesFor(two, device).engine).toBe('native')
  })
})

describe('[REMOTE-03] a pattern of models', () => {
  const character = fc.constantFrom('a', 'b', '.', '(', '\\', '*')
  const pattern = fc.string({ unit: character, maxLength: 8 })

  it('matches like the equivalent regular expression', () => {
    fc.assert(
      fc.property(pattern, fc.string({ unit: character, maxLength: 10 }), (request, model) => {
        const expression = request
          .split('*')
          .map((part) => RegExp.escape(part))
          .join('[^]*')
        expect(matchesModel(request, model)).toBe(new RegExp(`^${expression}$`).test(model))
      }),
      { numRuns: 2000 },
    )
  })

  it('fails fast, however many stars it has', () => {
    expect(matchesModel('*a'.repeat(40) + 'b', 'a'.repeat(80))).toBe(false)
  })
})

describe('[REMOTE-03] a report', () => {
  const report: AppReport = { ...device, kind: 'crash', message: '', page: '' }

  it.each([
    ['call +998 90 123-45-67 now', 'call … now'],
    ['viewer ali@example.uz left', 'viewer … left'],
    ['GET /p/abc?t=secret failed', 'GET /p/abc?… failed'],
    ['token abcdefghijklmnopqrstuvwxyz012345 bad', 'token … bad'],
    ['TypeError at app.js:120:45', 'TypeError at app.js:120:45'],
  ])('of "%s" stores "%s"', (message, stored) => {
    expect(withoutPersonalData(message)).toBe(stored)
  })

  it('contains only the path of a page', () => {
    expect(anonymousReport({ ...report, page: '/search?q=my+name#x' }).page).toBe('/search')
  })

  it('contains no control character, no lone surrogate and no telephone number, whatever came', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (message) => {
        const { message: stored } = anonymousReport({ ...report, message: `${message} 998901234567` })
        expect(stored).not.toMatch(/\p{Cc}/u)
        expect(stored.isWellFormed()).toBe(true)
        expect(stored).not.toContain('998901234567')
      }),
    )
  })
})
