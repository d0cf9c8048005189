/** Where webhooks may lead. Pure. */

/** Whether the operator's settings allow this host inside the network and without TLS. */
export function isAllowedInside(address: string, hosts: readonly string[]): boolean {
  return URL.canParse(address) && hosts.includes(new URL(address).host.toLowerCase())
}

/** Whether an address may be saved: https without a password in it, or http to an allowed host. */
export function isWebhookAddress(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isAllowedInside(address, hosts))
}
