import { describe, expect, it } from 'vitest'
import { gigabytes, savingOptions, type ViewingText } from './viewing-settings.ts'

const t = ((key: string) => key) as ViewingText

function chosen(mode: 'never' | 'mobile' | 'always' | null, tellsMobile: boolean, isSaving = false) {
  const options = savingOptions(t, { mode, tellsMobile, isSaving })
  return {
    names: options.map(({ name }) => name),
    chosen: options.filter((one) => one.chosen).map(({ mode: own }) => own),
  }
}

describe('[ALIVE-02] the choice when to save data', () => {
  it('names the mobile network where the browser tells it', () => {
    expect(chosen('mobile', true)).toEqual({
      names: ['saver.never', 'saver.mobile', 'saver.always'],
      chosen: ['mobile'],
    })
  })

  it('is one switch where the browser does not', () => {
    expect(chosen('always', false)).toEqual({ names: ['saver.never', 'saver.on'], chosen: ['always'] })
    expect(chosen('mobile', false).chosen).toEqual(['always'])
  })

  it("shows the browser's own data saver before a choice", () => {
    expect(chosen(null, true, true).chosen).toEqual(['always'])
    expect(chosen(null, true, false).chosen).toEqual(['never'])
  })
})

it('[ALIVE-02] writes what an hour takes as people read it', () => {
  expect([0.26, 1.14, 0.01].map(gigabytes)).toEqual(['0,3', '1,1', '0,1'])
})
