import { describe, expect, it } from 'vitest'
import type { CallResult } from '#contract/client.ts'
import { passingCaptcha } from './passing-captcha.ts'

type Data = { readonly state: string }

function response(state: string): CallResult<Data> {
  return { kind: 'ok', data: { state } }
}

const wrong: CallResult<Data> = {
  kind: 'refused',
  failure: 'captcha_wrong',
  status: 400,
  message: '',
  fields: [],
}
const options = { kind: 'ok', data: { parameters: {}, signature: 's' } } as const

/** Sends these responses one after the other and records the request bodies. */
function server(...responses: readonly CallResult<Data>[]) {
  const came: (string | undefined)[] = []
  let solving = 0
  const passing = (
    solution: string | null = 'solved',
    challenge: CallResult<typeof options.data> = options,
  ) =>
    passingCaptcha({
      send: async (captcha) => {
        came.push(captcha)
        return responses[Math.min(came.length, responses.length) - 1] ?? wrong
      },
      challenge: async () => challenge,
      solve: async () => solution,
      onSolving: () => (solving += 1),
    })
  return { came, passing, solvings: () => solving }
}

describe('[ACC-02] a captcha is solved without the viewer', () => {
  it('solves none when none is required', async () => {
    const { came, passing, solvings } = server(response('sms_sent'))
    expect(await passing()).toEqual(response('sms_sent'))
    expect([came, solvings()]).toEqual([[undefined], 0])
  })

  it('repeats the request with the solution', async () => {
    const { came, passing } = server(response('captcha_link_sent'), response('sms_sent'))
    expect(await passing()).toEqual(response('sms_sent'))
    expect(came).toEqual([undefined, 'solved'])
  })

  it('solves another challenge when the first has expired, but not endlessly', async () => {
    const late = server(response('captcha_link_sent'), wrong, response('sms_sent'))
    expect(await late.passing()).toEqual(response('sms_sent'))
    const never = server(response('captcha_link_sent'), wrong)
    expect(await never.passing()).toEqual({ kind: 'unsolved' })
    expect(never.came).toHaveLength(4)
  })

  it('reports when it cannot be solved, or when there is no challenge', async () => {
    expect(await server(response('captcha_link_sent')).passing(null)).toEqual({ kind: 'unsolved' })
    const limit = { ...wrong, failure: 'captcha_limit', retryAfterSec: 9 } as const
    expect(await server(response('captcha_link_sent')).passing('solved', limit)).toEqual(limit)
  })
})
