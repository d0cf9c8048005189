import type { CrowdAccount } from './accounts.ts'
import type { Requests } from './requests.ts'

/** Logs a viewer in on its one device; its token, or undefined when the product refused in the end. */
export async function logIn(requests: Requests, account: CrowdAccount): Promise<string | undefined> {
  const { abonement, password, address: from } = account
  const body = { abonement, password, device_uid: `crowd-${abonement}`, device_model: 'crowd' }
  const received = await requests.ask('login', '/middleware/login', { method: 'POST', body, from })
  return /"authkey":"([^"]+)"/.exec(received?.text ?? '')?.[1]
}
