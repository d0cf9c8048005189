/** The cookie with the token of a staff session. */
import { sessionLifeSec } from '#server/staff/staff.ts'

/**
 * Over https the name's prefix makes the browser refuse a cookie that another host or a connection without https set
 * (RFC 6265bis, 4.1.3.2).
 */
function nameOf(isSecure: boolean): string {
  return isSecure ? '__Host-ekran-staff' : 'ekran-staff'
}

/** Not for scripts, and never sent with a request of another site. */
function attributes(isSecure: boolean): string {
  return `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
}

/** Stores the token; the browser forgets it when the session ends at the latest. */
export function cookieOf(token: string, isSecure: boolean): string {
  return `${nameOf(isSecure)}=${token}; Max-Age=${sessionLifeSec}; ${attributes(isSecure)}`
}

export function expiredCookie(isSecure: boolean): string {
  return `${nameOf(isSecure)}=; Max-Age=0; ${attributes(isSecure)}`
}

/** The token in a `Cookie` header; undefined without a well-formed one. */
export function tokenInCookies(header: string | undefined, isSecure: boolean): string | undefined {
  const name = `${nameOf(isSecure)}=`
  const values = (header ?? '')
    .slice(0, 8000)
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(name))
  const token = values[0]?.slice(name.length) ?? ''
  return /^[\w-]{43}$/.test(token) ? token : undefined
}
