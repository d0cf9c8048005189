import { describe, expect, it } from 'vitest'
import { neededBytes } from './disk-space.ts'

const hourMs = 3_600_000
const gigabyte = 1e9

describe('the disk space that a step of a film may need', () => {
  it.each([
    [
      'a small film that is re-encoded',
      { step: 'playable', duration_ms: hourMs, source_stamp: '1000000 1' },
      0.45,
    ],
    ['one that may be copied', { step: 'playable', duration_ms: hourMs, source_stamp: '3000000000 1' }, 3],
    // A larger stream is never copied, however large the file.
    ['a huge file', { step: 'playable', duration_ms: hourMs, source_stamp: '90000000000 1' }, 3.825],
    ['better renditions', { step: 'better', duration_ms: hourMs, source_stamp: '90000000000 1' }, 2.025],
    ['an unknown length', { step: 'playable', duration_ms: 0, source_stamp: '700000000 1' }, 0.7],
    ['nothing known at all', { step: 'playable', duration_ms: 0, source_stamp: 'nonsense' }, 15.3],
  ] as const)('%s', (_, film, gigabytes) => {
    expect(neededBytes(film) / gigabyte).toBeCloseTo(gigabytes, 3)
  })
})
