import { describe, expect, it } from 'vitest'
import { codeOf } from '#player/core/state/playback-failure.ts'
import { faultOf } from './shaka-fault.ts'

/** As the library throws it: address, status, text of the response, its headers, kind of the request. */
function answered(status: number, text: string | null) {
  return {
    severity: 2,
    category: 1,
    code: 1001,
    data: ['https://tv.example/p/ticket/archive/1/master.m3u8', status, text, {}, 0],
  }
}

describe('a fault of the library', () => {
  it.each([
    [404, '{"error":"not_recorded"}', 'not_recorded', 'P12-404'],
    [404, '{"error":"no_picture"}', 'no_picture', 'P9-404'],
    [404, null, 'not_there', 'P4-404'],
    [503, '{"error":"not_recorded"}', 'source_unreachable', 'P2-503'],
    [403, '{"error":"not_yet"}', 'address_expired', 'P3-403'],
  ])('[PLAYER-06] %i %s is %s for the viewer, with the code %s', (status, text, failure, code) => {
    const fault = faultOf(answered(status, text))
    expect(fault).toMatchObject({ failure, httpStatus: status })
    expect(fault && codeOf(fault)).toBe(code)
  })
})
