/**
 * Google Cast, where the operator turned it on (`EKRAN_CAST_APP_ID`). Pages then name the receiver application, and may
 * load Google's sender framework; a Cast device opens a page of its own. Without it nothing changes.
 */
import type { AllowedOrigins } from '#server/platform/http/endpoints/security-headers.ts'

/** Where the framework and the further scripts that it loads come from; their paths change with its versions. */
const google = 'https://www.gstatic.com'

/** The page that is registered with Google as the receiver application. */
export const receiverPath = '/cast'

/** What a page may load when casting is on. */
export const senderOrigins: AllowedOrigins = { scripts: [google] }

/** The same for the receiver: its framework talks to the device it runs on. */
export const receiverOrigins: AllowedOrigins = { scripts: [google], connections: ['ws://localhost:8008'] }

/** The built page, with the application's id for `web/state/cast-app.ts`. */
export function withCastApp(html: string, appId: string): string {
  return withMeta(html, 'cast-app', appId)
}

/** The same as the page of the receiver. */
export function asReceiver(html: string, appId: string): string {
  return withMeta(html, 'cast-receiver', appId)
}

function withMeta(html: string, name: string, content: string): string {
  return html.replace(/(?=<\/head>)/i, () => `<meta name="${name}" content="${content}">`)
}
