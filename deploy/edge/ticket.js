/**
 * Checks tickets inside nginx (njs 0.7 or newer), as `media/origin/tickets/ticket.ts` of the product does:
 * `<expiry, base36 seconds>.<session>.<scope>.<place>[.<client>].<22 to 43 characters of base64url HMAC-SHA256>`.
 * It asks nobody, so it does not know of streams that were stopped and of blackouts: the origin is asked for these.
 */
import crypto from 'crypto'

const form =
  /^(([0-9a-z]{1,9})\.([\w~-]{1,200})\.([\w~-]{1,200})\.([\w~-]{1,200})(?:\.([\w~-]{1,200}))?)\.([\w-]{22,43})$/

/**
 * What the ticket of this request is worth: `refused <reason>`, `ask` (the origin must decide), or
 * `valid <client> <place>`, which is all that a blackout may depend on.
 */
function verdict(r) {
  const match = form.exec(r.variables.ticket || '')
  if (match === null) return 'refused malformed'
  const signature = match[7]
  if (!isSigned(match[1], signature, r.variables.ekran_ticket_secrets.split(' ')))
    return 'refused bad_signature'
  if (!(parseInt(match[2], 36) * 1000 > Date.now())) return 'refused expired'
  if (match[4] !== r.variables.right.split('/').join('~')) return 'refused wrong_scope'
  const place = r.variables.ekran_place
  if (match[5] !== 'any' && match[5] !== place) return 'ask'
  return 'valid ' + (match[6] || '-') + ' ' + place
}

/** The first secret signs, so most tickets need one HMAC. Every character of a signature is compared, equal or not. */
function isSigned(body, signature, secrets) {
  for (let index = 0; index < secrets.length; index += 1) {
    const expected = crypto.createHmac('sha256', secrets[index]).update(body).digest('base64url')
    let difference = 0
    for (let at = 0; at < signature.length; at += 1)
      difference |= signature.charCodeAt(at) ^ expected.charCodeAt(at)
    if (difference === 0) return true
  }
  return false
}

export default { verdict }
