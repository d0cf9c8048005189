/**
 * Calls by Asterisk (its REST interface): it dials, and its dialplan speaks the code, which is passed as a variable.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayAddress } from '#server/platform/settings/gateway-address.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import {
  askGateway,
  basicAuthorization,
  notAcceptedBy,
  textField,
  type GatewayResponse,
} from './request-gateway.ts'
import type { CallOutcome, CodeCall, Gateway } from './gateway.ts'

/** How long a phone rings before the call is given up. */
const ringSec = 40
/** A network needs a second or two until the phone rings; the waiting client should not wait longer. */
const lookAfterMs = 1200

export function openAriGateway(address: GatewayAddress, random: RandomBytes): Gateway<CodeCall, CallOutcome> {
  const { parameters } = address
  const channels = `${address.origin ?? ''}/ari/channels`
  const headers = {
    authorization: basicAuthorization(address.user, address.password),
    'content-type': 'application/json',
  }
  const endpoint = parameters.get('endpoint') ?? ''
  const from = parameters.get('from')
  return {
    send: async ({ phone, code, language }, signal) => {
      const id = `ekran-${Buffer.from(random(12)).toString('hex')}`
      const body = JSON.stringify({
        endpoint: endpoint.replaceAll('{phone}', phone.replace(/\D/g, '')),
        context: parameters.get('context') ?? 'ekran-code',
        extension: parameters.get('extension') ?? 's',
        priority: 1,
        timeout: ringSec,
        channelId: id,
        ...(from === undefined ? {} : { callerId: from }),
        variables: { EKRAN_CODE: code, EKRAN_LANGUAGE: language },
      })
      const made = await askGateway({ url: channels, method: 'POST', headers, body }, signal)
      if (made.kind !== 'answered') return made
      if (made.status !== 200) return notAcceptedBy(made.status)
      const state = textField(made.json, 'state', 30)
      if (state === undefined) return { kind: 'down', reason: 'answer_not_understood' }
      if (rings(state)) return { kind: 'ringing', id }
      await sleep(lookAfterMs, undefined, { signal }).catch(() => undefined)
      return looked(await askGateway({ url: `${channels}/${id}`, method: 'GET', headers }, signal), id)
    },
    close: async () => undefined,
  }
}

/** The call was accepted: a failed status request changes nothing, so that no phone is called twice. */
function looked(look: GatewayResponse, id: string): CallOutcome {
  if (look.kind !== 'answered') return { kind: 'pending', id }
  // The channel has already ended: the network did not reach the phone, or the call was rejected.
  if (look.status === 404) return { kind: 'refused', reason: 'call_ended' }
  return { kind: rings(textField(look.json, 'state', 30) ?? '') ? 'ringing' : 'pending', id }
}

function rings(state: string) {
  return state === 'Ringing' || state === 'Up'
}
