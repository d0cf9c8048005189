import { describe, expect, it } from 'vitest'
import { filterOf, readAuditQuery } from './audit-query.ts'

/** 20 November 2026, 01:30 in Tashkent; still the 19th in UTC. */
const nowSec = Date.UTC(2026, 10, 19, 20, 30) / 1000

function filter(address: string) {
  return filterOf(readAuditQuery(new URLSearchParams(address)), nowSec)
}

describe('the filters of the audit log', () => {
  it('STAFF-03: come from the address, and all of them reach the endpoint', () => {
    expect(filter('staff=12&section=staff&subject=staff+12')).toEqual({
      staff_id: 12,
      section: 'staff',
      subject: 'staff 12',
    })
  })

  it('count a day as a whole day in Tashkent, both ends included', () => {
    const start = Date.UTC(2026, 10, 17, 19) / 1000
    expect(filter('period=own&from=2026-11-18&to=2026-11-19')).toEqual({
      from: start,
      to: start + 2 * 86_400 - 1,
    })
  })

  it('begin today at midnight in Tashkent, and a week with the six days before', () => {
    const midnight = Date.UTC(2026, 10, 19, 19) / 1000
    expect(filter('period=today')).toEqual({ from: midnight })
    expect(filter('period=week')).toEqual({ from: midnight - 6 * 86_400 })
  })

  it('ignore what an address has wrong', () => {
    expect(filter('staff=x&section=nothing&period=own&from=2026-13-45&to=soon')).toEqual({})
    expect(filter('staff=-1&from=2026-11-18')).toEqual({})
  })
})
