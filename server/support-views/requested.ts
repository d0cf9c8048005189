/** What was requested in a view, for the audit: the endpoint, and which channel, film or tariff it was about. Pure. */

const numbers = ['cid', 'pid', 'vid', 'vfid', 'content_id', 'season_id', 'tariff_id', 'page'] as const
/** Different requests that are stored of a view. */
export const maxRequested = 150

/** `films.detail vid=12`. Only whole numbers: what somebody typed is left out. */
export function requestedName(endpoint: string, params: Readonly<Record<string, unknown>>): string {
  const facts = numbers.flatMap((name) => {
    const value = params[name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return /^\d{1,12}$/.test(text) ? [`${name}=${text}`] : []
  })
  return [endpoint, ...facts].join(' ').slice(0, 120)
}
