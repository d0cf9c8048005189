import { describe, expect, it } from 'vitest'
import { SourceWarnings } from './source-warnings.ts'

const minuteMs = 60_000

describe('a warning about a source', () => {
  it('is logged once, however often the source fails', () => {
    const warnings = new SourceWarnings()
    const logged = [0, 1, 2, 3].map((at) => warnings.isNew(0, 'waiting', 'it does not answer', at * minuteMs))
    expect(logged).toEqual([true, false, false, false])
  })

  it('is logged again after an hour', () => {
    const warnings = new SourceWarnings()
    warnings.isNew(0, 'waiting', 'it does not answer', 0)
    expect(warnings.isNew(0, 'waiting', 'it does not answer', 60 * minuteMs - 1)).toBe(false)
    expect(warnings.isNew(0, 'waiting', 'it does not answer', 60 * minuteMs)).toBe(true)
  })

  it('with another reason is logged after a minute', () => {
    const warnings = new SourceWarnings()
    warnings.isNew(0, 'waiting', 'it does not answer', 0)
    expect(warnings.isNew(0, 'waiting', 'the connection is refused', minuteMs - 1)).toBe(false)
    expect(warnings.isNew(0, 'waiting', 'the connection is refused', minuteMs)).toBe(true)
  })

  it('is logged again once the source has worked, separately for each source', () => {
    const warnings = new SourceWarnings()
    warnings.isNew(0, 'waiting', 'it does not answer', 0)
    expect(warnings.isNew(1, 'waiting', 'it does not answer', 1)).toBe(true)
    warnings.worked(0)
    expect(warnings.isNew(0, 'waiting', 'it does not answer', 2)).toBe(true)
    expect(warnings.isNew(1, 'waiting', 'it does not answer', 3)).toBe(false)
  })

  it('is logged again when the list of sources changed', () => {
    const warnings = new SourceWarnings()
    warnings.isNew(0, 'ended', 'the playlist is closed', 0)
    warnings.forget()
    expect(warnings.isNew(0, 'ended', 'the playlist is closed', 1)).toBe(true)
  })
})
