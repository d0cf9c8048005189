import { createHash } from 'node:crypto'
import { deviceHeader, pageHeader } from '#contract/form/constants.ts'

type Headers = Readonly<Record<string, string>>

const always: Headers = {
  'x-content-type-options': 'nosniff',
  // An address may contain an authkey; it must not be sent to another site as a referrer.
  'referrer-policy': 'no-referrer',
}

/** On every response of an endpoint: it is data that may not run or be framed. */
export const endpointHeaders: Headers = {
  ...always,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Television packages run from a file's origin; endpoints need a token that no browser adds by itself.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after, etag, date',
}

/** On responses of the console, beside those, and without permission for other origins. */
export const consoleHeaders: Headers = { 'cross-origin-resource-policy': 'same-origin' }

/** On files of the site: scripts, styles, pictures. */
export const fileHeaders: Headers = { ...always, 'cross-origin-resource-policy': 'cross-origin' }

/** On every response over https: from now on the browser uses only https. A year, in seconds. */
export const secureHeaders: Headers = { 'strict-transport-security': 'max-age=31536000' }

/** On the response to a browser's CORS preflight. */
export const preflightHeaders: Headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers': `authorization, content-type, accept-language, idempotency-key, range, x-request-id, ${deviceHeader}, ${pageHeader}`,
  'access-control-max-age': '86400',
}

/** Origins that a page may use besides its own. */
export interface AllowedOrigins {
  readonly scripts?: readonly string[]
  /** For requests and WebSockets. */
  readonly connections?: readonly string[]
  /** Edges, which give media. */
  readonly media?: readonly string[]
}

/**
 * On a page. Only our own scripts run, and the small inline ones of the built page by their hashes. Playback needs
 * `blob:` for the media source; the player's workers need it too.
 */
export function pageHeaders(
  html: string,
  { scripts = [], connections = [], media = [] }: AllowedOrigins = {},
): Headers {
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts, ...inlineHashes(html, 'script')].join(' ')}`,
    `style-src ${["'self'", ...inlineHashes(html, 'style')].join(' ')}`,
    // Thumbnails of films are pictures.
    `img-src ${["'self'", 'data:', 'blob:', ...media].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...connections, ...media].join(' ')}`,
    `media-src ${["'self'", 'blob:', ...media].join(' ')}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    ...always,
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
  }
}

const notListed = { 'x-robots-tag': 'noindex, nofollow' }

/** On files of the console. */
export const consoleFileHeaders: Headers = {
  ...always,
  ...notListed,
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * On the console's page: its own scripts and styles only, requests to its own server only, no page around it, and no
 * text that becomes markup or a script in the browser (trusted types). Passkeys are for this page itself.
 */
export function consolePageHeaders(html: string): Headers {
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...inlineHashes(html, 'script')].join(' ')}`,
    `style-src ${["'self'", ...inlineHashes(html, 'style')].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Previews of the site's pages.
    "frame-src 'self'",
    // The media source of the player.
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return {
    ...always,
    ...notListed,
    'content-security-policy': policy.join('; '),
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/**
 * On a page of the site that the console shows in a frame: no scripts and no requests, and only a page of this server
 * around it.
 */
export const sitePreviewHeaders: Headers = {
  ...always,
  ...notListed,
  'content-security-policy': [
    "default-src 'none'",
    // Styles of elements, which a script applies elsewhere.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
  ].join('; '),
  'cross-origin-resource-policy': 'same-origin',
}

/** `'sha256-…'` of every inline element of this name that a browser would run or apply. */
function inlineHashes(html: string, element: 'script' | 'style'): readonly string[] {
  const matches = html.matchAll(new RegExp(`<${element}\\b([^>]*)>([\\s\\S]*?)</${element}>`, 'gi'))
  const hashes = [...matches]
    .filter(
      ([, attributes = '']) => !/\bsrc\s*=/i.test(attributes) && !/application\/ld\+json/i.test(attributes),
    )
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return [...new Set(hashes)]
}
