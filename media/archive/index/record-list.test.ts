import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSumOf, decodeRecord, encodeRecord, type IndexRecord } from './index-record.ts'
import { RecordList } from './record-list.ts'

const record = fc.record({
  beginMs: fc.nat(2 ** 48 - 1),
  extra: fc.nat(0xffff),
  durationMs: fc.nat(0xffff),
  offset: fc.nat(0xffff_ffff),
  size: fc.nat(0xffff_ffff),
  file: fc.nat(0xffff),
  epoch: fc.nat(0xff_ffff),
  flags: fc.nat(0xff),
})

/** Consecutive records, sometimes with a hole between them. */
const recordings = fc
  .array(fc.record({ holeMs: fc.nat(3000), durationMs: fc.integer({ min: 1, max: 5000 }) }), {
    maxLength: 30,
  })
  .map((pieces) => {
    let atMs = 1_000_000
    return pieces.map(({ holeMs, durationMs }, at): IndexRecord => {
      const beginMs = atMs + holeMs
      atMs = beginMs + durationMs
      return { beginMs, durationMs, extra: 0, offset: at, size: 1, file: 0, epoch: 1, flags: 0 }
    })
  })

function listOf(records: readonly IndexRecord[]): RecordList {
  return RecordList.concat(records.map((one) => RecordList.of(one)))
}

describe('an index record', () => {
  it('is read back as it was written, for all values', () => {
    fc.assert(
      fc.property(record, (one) => {
        expect(decodeRecord(encodeRecord(one))).toEqual(one)
      }),
    )
  })

  it('has the same values when it is read in place', () => {
    fc.assert(
      fc.property(record, (one) => {
        const list = RecordList.of(one)
        expect([list.beginMs(0), list.durationMs(0), list.offset(0), list.size(0)]).toEqual([
          one.beginMs,
          one.durationMs,
          one.offset,
          one.size,
        ])
        expect([list.file(0), list.epoch(0), list.flags(0)]).toEqual([one.file, one.epoch, one.flags])
      }),
    )
  })

  it('has a different checksum when the end of its bytes was never written', () => {
    const bytes = Buffer.alloc(20_000, 7)
    const torn = Buffer.concat([bytes.subarray(0, 18_000), Buffer.alloc(2000)])
    expect(checkSumOf(torn)).not.toBe(checkSumOf(bytes))
  })
})

describe('a list of records', () => {
  it('returns exactly the records that overlap a window', () => {
    fc.assert(
      fc.property(recordings, fc.nat(100_000), fc.nat(20_000), (records, afterMs, lengthMs) => {
        const [fromMs, toMs] = [1_000_000 + afterMs, 1_000_000 + afterMs + lengthMs]
        const meant = records.filter((one) => one.beginMs < toMs && one.beginMs + one.durationMs > fromMs)
        expect([...listOf(records).overlapping(fromMs, toMs)]).toEqual(meant)
      }),
    )
  })

  it('filters like an array, and returns the same object when nothing is removed', () => {
    fc.assert(
      fc.property(recordings, fc.nat(5), (records, divisor) => {
        const list = listOf(records)
        const isSelected = (at: number) => divisor === 0 || at % (divisor + 1) !== 0
        expect([...list.filter(isSelected)]).toEqual(records.filter((_, at) => isSelected(at)))
        if (records.length > 0) expect([...list.filter(() => true)]).toEqual(records)
      }),
    )
  })

  it('does not count a partial record at its end', () => {
    const two = listOf([0, 1].map((at) => ({ ...plain, beginMs: at * 2000 })))
    const bytes = Buffer.concat([encodeRecord(plain), encodeRecord(plain).subarray(0, 23)])
    expect(two.length).toBe(2)
    expect(new RecordList(bytes).length).toBe(1)
  })

  it('returns undefined beyond its ends', () => {
    const list = listOf([plain])
    expect([list.at(-1), list.at(1)]).toEqual([undefined, undefined])
    expect(list.at(0)).toEqual(plain)
  })
})

const plain: IndexRecord = {
  beginMs: 0,
  durationMs: 2000,
  extra: 0,
  offset: 0,
  size: 1,
  file: 0,
  epoch: 1,
  flags: 0,
}
