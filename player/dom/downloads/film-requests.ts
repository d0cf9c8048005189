/** Requests the files of a film for a download: with the next ticket, and from another edge when one is silent. */
import { accessOf, withAccess } from '#player/core/state/ticket.ts'

/** By then a response has begun. */
const responseLimitMs = 20_000
/** By then all of it has arrived. */
const partLimitMs = 60_000
/** After a failure of the network or of the server. */
const waitsMs: readonly number[] = [500, 1_500, 4_000]
const forbidden = 403

/** Where a film is, and how the next place is requested. */
export interface FilmAddress {
  /** The master playlist, with a ticket in it. */
  readonly url: string
  /**
   * A ticket expires before a download ends, and an edge may fall silent: returns the beginning of the next address
   * (`accessOf`), or null when there is none. `failedUrl`: an address from which nothing came, so that the next one is at
   * another edge; null when the ticket has expired.
   */
  readonly nextAccess: (failedUrl: string | null) => Promise<string | null>
}

/** Fetches a file of the film by its name in the folder. */
export type FilmRequest = (name: string) => Promise<ArrayBuffer>

/** A response with the status of a failure. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`answered with ${status}`)
    this.status = status
  }
}

/** Whether the ticket is not accepted. */
export function isRefusedTicket(error: unknown): boolean {
  return error instanceof Refused && error.status === forbidden
}

/** Retries after temporary failures; all requests together go on with the next ticket, or from another edge. */
export function filmRequests({ url, nextAccess }: FilmAddress, stopped: AbortSignal): FilmRequest {
  const folder = url.replace(/[^/]*$/, '')
  let access = accessOf(url) ?? ''
  let renewing: Promise<string | null> | null = null
  const renew = async (used: string, failedUrl: string | null) => {
    // Another request has renewed it meanwhile.
    if (used !== access) return
    renewing ??= nextAccess(failedUrl).finally(() => (renewing = null))
    access = (await renewing) ?? access
  }
  const withNextTicket = async (name: string): Promise<ArrayBuffer> => {
    const used = access
    try {
      return await bytesAt(withAccess(folder + name, used), stopped)
    } catch (error) {
      if (!isRefusedTicket(error)) throw error
      await renew(used, null)
      return bytesAt(withAccess(folder + name, access), stopped)
    }
  }
  return async (name) => {
    for (const [failures, waitMs] of waitsMs.entries()) {
      const used = access
      try {
        return await withNextTicket(name)
      } catch (error) {
        if (stopped.aborted || (error instanceof Refused && error.status < 500)) throw error
        // Without a connection it does not wait: the download is resumed when the connection is back.
        if (!navigator.onLine) throw error
        // A server that responds may do better the next time.
        if (!(error instanceof Refused) || failures > 0) await renew(used, withAccess(folder + name, used))
        await pause(waitMs, stopped)
      }
    }
    return withNextTicket(name)
  }
}

/** Rejects when it does not arrive in time, and when it is stopped. */
async function bytesAt(url: string, stopped: AbortSignal): Promise<ArrayBuffer> {
  const abort = new AbortController()
  const end = () => abort.abort()
  const limit = setTimeout(end, partLimitMs)
  const responseLimit = setTimeout(end, responseLimitMs)
  stopped.addEventListener('abort', end)
  try {
    if (stopped.aborted) end()
    const response = await fetch(url, { signal: abort.signal })
    clearTimeout(responseLimit)
    if (!response.ok) throw new Refused(response.status)
    return await response.arrayBuffer()
  } finally {
    clearTimeout(limit)
    clearTimeout(responseLimit)
    stopped.removeEventListener('abort', end)
  }
}

function pause(ms: number, stopped: AbortSignal) {
  return new Promise<void>((resolve) => {
    setTimeout(resolve, stopped.aborted ? 0 : ms)
    stopped.addEventListener('abort', () => resolve(), { once: true })
  })
}
