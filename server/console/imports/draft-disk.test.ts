import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assumedBytesPerDay, forecastDraft, radioBytesPerDay } from './draft-disk.ts'

const none = { bytesPerDay: new Map<number, number>(), roomBytes: null }

describe('[IMPORT-02] [ARCH-02] the disk that a list of channels would need', () => {
  it('is nothing when the list records nothing new', () => {
    expect(forecastDraft([], none)).toBeNull()
    expect(forecastDraft([{ cid: 1, archiveDays: 7, isRadio: false, isOfDraft: false }], none)).toBeNull()
  })

  it('is assumed where nothing was measured, and typical where something was', () => {
    const fresh = { cid: null, archiveDays: 7, isRadio: false, isOfDraft: true }
    expect(forecastDraft([fresh, fresh], none)).toEqual({
      ...{ channels: 2, bytes: 14 * assumedBytesPerDay, total_bytes: 14 * assumedBytesPerDay },
      ...{ room_bytes: null, is_measured: false },
    })
    const measured = { bytesPerDay: new Map([[3, 1e9]]), roomBytes: 5e9 }
    expect(
      forecastDraft([fresh, { cid: 3, archiveDays: 2, isRadio: false, isOfDraft: false }], measured),
    ).toEqual({
      ...{ channels: 1, bytes: 7e9, total_bytes: 9e9, room_bytes: 5e9, is_measured: true },
    })
  })

  it('is that of sound for a radio station, whatever channels take, until it is measured', () => {
    const radio = { cid: null, archiveDays: 7, isRadio: true, isOfDraft: true }
    const measured = { bytesPerDay: new Map([[3, 1e9]]), roomBytes: 5e9 }
    for (const sizes of [none, measured])
      expect(forecastDraft([radio], sizes)?.bytes).toBe(7 * radioBytesPerDay)
    expect(forecastDraft([{ ...radio, cid: 3 }], measured)?.bytes).toBe(7e9)
  })

  it('never falls with another channel or another day', () => {
    const one = fc.record({
      cid: fc.option(fc.nat(9), { nil: null }),
      archiveDays: fc.nat(30),
      isRadio: fc.boolean(),
      isOfDraft: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(one), one, (some, more) => {
        const before = forecastDraft(some, none)?.total_bytes ?? 0
        const after = forecastDraft([...some, { ...more, isOfDraft: true }], none)
        expect(after?.total_bytes).toBeGreaterThanOrEqual(before)
      }),
    )
  })
})
