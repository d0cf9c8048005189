import { describe, expect, it } from 'vitest'
import { apnsOutcome } from './apns.ts'
import { fcmOutcome } from './fcm.ts'

function fcmError(status: number, message: string, details: readonly object[] = [], retryAfterSec?: number) {
  return fcmOutcome({
    kind: 'answered',
    status,
    json: { error: { code: status, message, details } },
    ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
  })
}

const errorCode = (code: string) => ({ errorCode: code })
const violation = (field: string) => ({ fieldViolations: [{ field, description: 'wrong' }] })

describe('a response of FCM', () => {
  it('means that the token is gone when FCM says so in one of its ways', () => {
    const gone = [
      fcmError(404, 'Requested entity was not found.', [errorCode('UNREGISTERED')]),
      fcmError(400, 'The registration token is not a valid FCM registration token', [
        errorCode('INVALID_ARGUMENT'),
      ]),
      fcmError(400, 'Request contains an invalid argument.', [
        errorCode('INVALID_ARGUMENT'),
        violation('message.token'),
      ]),
    ]
    expect(gone.map(({ kind }) => kind)).toEqual(['gone', 'gone', 'gone'])
  })

  it('keeps the token when only the message is refused, or the app belongs to another project', () => {
    expect(fcmError(400, 'Invalid value', [violation('message.android.ttl')])).toEqual({
      kind: 'refused',
      reason: 'http_400',
    })
    expect(fcmError(403, 'SenderId mismatch', [errorCode('SENDER_ID_MISMATCH')])).toEqual({
      kind: 'refused',
      reason: 'sender_id_mismatch',
    })
  })

  it('is the operator’s matter when the account is refused, and is tried again when the service fails', () => {
    expect(fcmError(403, 'Permission denied')).toEqual({ kind: 'wrong_key', reason: 'http_403' })
    expect(fcmError(404, 'No such project')).toMatchObject({ kind: 'wrong_key' })
    expect(fcmError(429, 'Quota', [errorCode('QUOTA_EXCEEDED')], 30)).toEqual({
      kind: 'throttled',
      reason: 'quota_exceeded',
      retryAfterMs: 30_000,
    })
    expect(fcmError(503, 'Unavailable', [errorCode('UNAVAILABLE')], 5)).toMatchObject({
      kind: 'down',
      retryAfterMs: 5000,
    })
    expect(fcmOutcome({ kind: 'answered', status: 200, json: undefined })).toMatchObject({ kind: 'down' })
    expect(fcmOutcome({ kind: 'answered', status: 200, json: { name: 'projects/a/messages/1' } })).toEqual({
      kind: 'sent',
    })
  })
})

describe('a response of APNs', () => {
  const apnsError = (status: number, body: object | string) =>
    apnsOutcome({
      kind: 'answered',
      status,
      text: typeof body === 'string' ? body : JSON.stringify(body),
    })

  it('means that the token is gone, since when if Apple says so', () => {
    expect(apnsError(410, { reason: 'Unregistered', timestamp: 1_768_000_000_000 })).toEqual({
      kind: 'gone',
      reason: 'unregistered',
      sinceMs: 1_768_000_000_000,
    })
    expect(apnsError(400, { reason: 'BadDeviceToken' })).toEqual({
      kind: 'gone',
      reason: 'baddevicetoken',
      isDoubtful: true,
    })
    expect(apnsError(410, { reason: 'ExpiredToken' })).toMatchObject({ kind: 'gone' })
  })

  it('keeps the token when only the message is refused', () => {
    for (const reason of ['DeviceTokenNotForTopic', 'PayloadTooLarge', 'BadCollapseId'])
      expect(apnsError(400, { reason })).toEqual({ kind: 'refused', reason: reason.toLowerCase() })
  })

  it('is the operator’s matter when the key or the topic is refused, and is tried again when the service fails', () => {
    expect(apnsError(403, { reason: 'InvalidProviderToken' })).toMatchObject({ kind: 'wrong_key' })
    expect(apnsError(400, { reason: 'TopicDisallowed' })).toMatchObject({ kind: 'wrong_key' })
    expect(apnsError(429, { reason: 'TooManyRequests' })).toMatchObject({ kind: 'throttled' })
    expect(apnsError(503, { reason: 'Shutdown' })).toMatchObject({ kind: 'down', reason: 'shutdown' })
    expect(apnsError(500, '<h1>It works!</h1>')).toEqual({ kind: 'down', reason: 'http_500' })
    expect(apnsError(200, '')).toEqual({ kind: 'sent' })
  })
})
