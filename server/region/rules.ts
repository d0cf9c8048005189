import { type Prefix, parsePrefix } from './prefix-table.ts'

/**
 * Addresses that only the network's own side can have: loopback, private, link-local, and the range operators share
 * among subscribers (RFC 6598). They are inside unless a file says otherwise.
 */
export const ownPrefixes: readonly Prefix[] = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
].flatMap((text) => parsePrefix(text, true) ?? [])

const dayMs = 86_400_000

/** Whole days since the list's date; a future date counts as today. */
export function ageDays(dateMs: number, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - dateMs) / dayMs))
}
