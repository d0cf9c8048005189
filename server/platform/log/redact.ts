/**
 * What must never reach a log: tokens, passwords, one-time codes, card data, playback tickets, and
 * credentials inside a source address.
 */
const secretName =
  /^(?:.*(?:password|passwd|secret|token|authorization|cookie)|authkey|key|client_key|pin|code|sms_code|otp|captcha|card_number|card_expiry|pan|cvv|ticket|signature)$/i

const secretParameter =
  /([?&;\s"']|^)((?:[\w.%-]*(?:password|passwd|secret|token))|authkey|key|client_key|pin|code|sms_code|otp|captcha|card_number|card_expiry|pan|cvv|ticket|signature)=[^&\s"'#]*/gi

/** Sixteen digits with the prefixes of the accepted cards (Uzcard, Humo, Visa, Mastercard), in any spacing. */
const cardNumber =
  /(?<![\d.])((?:8600|5614|9860|4\d{3}|5[1-5]\d{2}|2[2-7]\d{2})(?:[ -]?\d{2}))(?:[ -]?\d){6}[ -]?(\d{4})(?!\d)/g

const ticketInPath = /\/(p|export)\/[^/\s"'?#]+/g
/** Addresses of the Xtream API: user name and password are parts of the path. */
const loginInPath = /\/(live|movie|series|timeshift)\/[^/\s"'?#]+\/[\w-]{22}(?=\/)/g
const credentialsInAddress = /\/\/[^/\s@"']+@/g
const apiKey = /\bekran_[0-9A-Za-z]{38}\b/g
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi

/** The name of a field or parameter whose value must not be logged. */
export function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/** `text` without secrets: `authkey=…` becomes `authkey=[hidden]`, `/p/<ticket>/` becomes `/p/[hidden]/`. */
export function withoutSecrets(text: string): string {
  return text
    .replace(secretParameter, '$1$2=[hidden]')
    .replace(ticketInPath, '/$1/[hidden]')
    .replace(loginInPath, '/$1/[hidden]')
    .replace(credentialsInAddress, '//[hidden]@')
    .replace(bearer, '$1 [hidden]')
    .replace(apiKey, '[hidden]')
    .replace(cardNumber, '$1******$2')
}

/**
 * A request address for a log: the path, and of the query only parameters without secrets. Names are compared after
 * percent-decoding, so `%61uthkey=…` is hidden as well; anything undecodable is dropped.
 */
export function addressForLog(address: string): string {
  const questionMark = address.indexOf('?')
  const path = withoutSecrets(questionMark < 0 ? address : address.slice(0, questionMark))
  if (questionMark < 0) return path.slice(0, 500)
  const remaining: string[] = []
  for (const pair of address.slice(questionMark + 1, questionMark + 4000).split('&')) {
    const name = decoded(pair.split('=', 1)[0] ?? '')
    if (name === undefined || name === '') continue
    remaining.push(isSecretName(name.trim()) ? `${name}=[hidden]` : withoutSecrets(pair))
  }
  return `${path}?${remaining.join('&')}`.slice(0, 500)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
