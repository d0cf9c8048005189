/** A phone's registration for push messages, over real HTTP. The product under test has no keys: nothing is sent. */
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { call } from '#tests/kit/product/demo-content.ts'
import { askCall, askPath, origin } from '#tests/kit/product/request.ts'

const { pushDevices } = api
let viewer: AddedViewer
beforeAll(async () => {
  viewer = await addViewer(origin())
})

describe('the push devices of an account', () => {
  it('are registered and removed any number of times, and told that no service is set up', async () => {
    const token = `contract:${viewer.abonement}`
    for (const _ of [1, 2])
      expect(await call(pushDevices.register, { service: 'fcm', token }, viewer.token)).toEqual({
        is_available: 0,
      })
    for (const _ of [1, 2]) expect(await call(pushDevices.remove, { token }, viewer.token)).toEqual({})
  })

  it('name an invalid token in the viewer’s language, and never repeat it', async () => {
    const refused = await askCall(pushDevices.register, {
      fields: { service: 'apns', token: 'not-hexadecimal' },
      token: viewer.token,
      headers: { 'accept-language': 'uz' },
    })
    expect(refused.status).toBe(400)
    expect(refused.json).toMatchObject({ failure: 'invalid_input', fields: [{ field: 'token' }] })
    expect(refused.json?.['message']).toContain('qurilma tokeni')
    expect(refused.text).not.toContain('not-hexadecimal')
  })

  it('are refused without a session, by any method', async () => {
    for (const method of ['POST', 'DELETE'] as const) {
      const refused = await askPath('/api/v1/push-devices', {
        method,
        fields: { service: 'fcm', token: 'a' },
      })
      expect([refused.status, refused.json?.['failure']]).toEqual([403, 'not_authorized'])
    }
    const wrong = await askPath('/api/v1/push-devices', { token: viewer.token })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, DELETE'])
  })
})
