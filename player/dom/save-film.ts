/** Saves a film on the device with the library's storage, and takes it away again. */
import { ticketOf, withTicket } from '#player/core/ticket.ts'
import { forgetParts, keepPart, keptPart, partName, partsFolder } from './kept-parts.ts'
import { loadShaka, type Shaka } from './load-shaka.ts'
import { isShakaError } from './shaka-fault.ts'

const ABORTED = new Set([7001, 7000])
const NETWORK = 1
const FORBIDDEN = 403

export interface FilmToSave {
  /** The master playlist, with a ticket in it. */
  readonly url: string
  readonly height: number
  readonly audio: readonly string[]
  readonly texts: readonly string[]
  /** A ticket lives shorter than a download: gives the next one, or null when there is none. */
  readonly nextTicket: () => Promise<string | null>
  /** 0 to 1. */
  readonly onProgress: (part: number) => void
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly uri: string; readonly bytes: number }
  | { readonly kind: 'stopped' }
  /** The connection went, or the address is not accepted any more. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'full' }
  | { readonly kind: 'failed' }

export interface Saving {
  readonly outcome: Promise<SaveOutcome>
  /** Ends it soon; what has come is kept for the next time. */
  stop(): void
}

/** Begins to save. One at a time: the tickets of the parts are those of this film. Never throws. */
export function saveFilm(film: FilmToSave): Saving {
  let isStopped = false
  let abort: () => void = () => undefined
  const run = async (): Promise<SaveOutcome> => {
    const shaka = await loadShaka()
    if (!shaka.offline.Storage.support()) return { kind: 'failed' }
    const leave = servePartsTo(shaka, film)
    const storage = storageFor(shaka, film)
    try {
      const operation = storage.store(film.url, {}, 'application/x-mpegurl')
      abort = () => void operation.abort()
      if (isStopped) abort()
      const { offlineUri, size } = await operation.promise
      if (offlineUri === null) return { kind: 'failed' }
      await forgetParts(partsFolder(film.url))
      return { kind: 'saved', uri: offlineUri, bytes: size }
    } finally {
      leave()
      await storage.destroy()
    }
  }
  return {
    outcome: run().catch((error: unknown) => (isStopped ? { kind: 'stopped' } : outcomeOf(error))),
    stop() {
      isStopped = true
      abort()
    },
  }
}

/** Removes what was saved; what is not there is no mistake. */
export async function removeFilm(uri: string): Promise<void> {
  const shaka = await loadShaka()
  const storage = new shaka.offline.Storage()
  try {
    await storage.remove(uri)
  } catch (error) {
    if (!isShakaError(error)) throw error
  } finally {
    await storage.destroy()
  }
}

type Storage = InstanceType<Shaka['offline']['Storage']>

function storageFor(shaka: Shaka, film: FilmToSave): Storage {
  const storage = new shaka.offline.Storage()
  storage.configure({
    offline: {
      usePersistentLicense: false,
      numberOfParallelDownloads: 3,
      trackSelectionCallback: async (tracks: Parameters<typeof chosenTracks>[0]) =>
        chosenTracks(tracks, film),
      progressCallback: (_: unknown, part: number) => film.onProgress(part),
    },
    streaming: { retryParameters: { maxAttempts: 4, baseDelay: 500, timeout: 60_000, stallTimeout: 20_000 } },
  })
  return storage
}

interface Track {
  readonly type: string
  readonly height?: number | null
  readonly language?: string
  readonly bandwidth: number
}

/** One picture, each chosen language of sound in its best quality, the chosen subtitles, the seek pictures. */
function chosenTracks<One extends Track>(tracks: readonly One[], film: FilmToSave): One[] {
  const ofHeight = tracks.filter(({ type, height }) => type === 'variant' && height === film.height)
  const wanted = ofHeight.filter(({ language = '' }) => film.audio.includes(language))
  const best = new Map<string, One>()
  for (const track of wanted.length > 0 ? wanted : ofHeight.slice(0, 1)) {
    const key = track.language ?? ''
    if ((best.get(key)?.bandwidth ?? -1) < track.bandwidth) best.set(key, track)
  }
  const texts = tracks.filter(({ type, language = '' }) => type === 'text' && film.texts.includes(language))
  return [...best.values(), ...texts, ...tracks.filter(({ type }) => type === 'image').slice(0, 1)]
}

type Plugin = Parameters<Shaka['net']['NetworkingEngine']['registerScheme']>[1]
type Operation = ReturnType<Plugin>

/**
 * Until it is left, parts of this film are looked up among the kept ones, and fetched with its newest ticket. What the
 * player asks for beside it has another ticket and goes its usual way.
 */
function servePartsTo(shaka: Shaka, film: FilmToSave): () => void {
  const first = ticketOf(film.url)
  const scheme = location.protocol.slice(0, -1)
  const { HttpFetchPlugin, NetworkingEngine } = shaka.net
  const { SEGMENT } = NetworkingEngine.RequestType
  const register = (plugin: Plugin) => NetworkingEngine.registerScheme(scheme, plugin, undefined, true)
  let ticket: string | null = null
  let renewing: Promise<string | null> | null = null
  const { AbortableOperation } = shaka.util
  const parse: Plugin = (address, request, kind, ...rest) => {
    if (kind !== SEGMENT || ticketOf(address) !== first)
      return HttpFetchPlugin.parse(address, request, kind, ...rest)
    const name = partName(address, request.headers['Range'])
    let running: Operation | null = null
    const fetched = () => {
      const uri = ticket === null ? address : withTicket(address, ticket)
      running = HttpFetchPlugin.parse(uri, request, kind, ...rest)
      return running.promise
    }
    const answered = async () => {
      const kept = await keptPart(name)
      if (kept !== null)
        return {
          uri: address,
          originalUri: address,
          data: kept,
          headers: {},
          originalRequest: request,
          fromCache: true,
        }
      const response = await fetched().catch(async (error: unknown) => {
        if (!isShakaError(error) || error.data[1] !== FORBIDDEN) throw error
        renewing ??= film.nextTicket().finally(() => (renewing = null))
        ticket = (await renewing) ?? ticket
        return fetched()
      })
      const { data } = response
      await keepPart(name, data as BufferSource)
      return { ...response, uri: address, originalUri: address }
    }
    return new AbortableOperation(answered(), async () => void (await running?.abort()))
  }
  register(parse)
  return () => register(HttpFetchPlugin.parse)
}

function outcomeOf(error: unknown): SaveOutcome {
  if (!isShakaError(error)) return { kind: 'lost' }
  if (ABORTED.has(error.code)) return { kind: 'stopped' }
  if (error.category === NETWORK) return { kind: 'lost' }
  const isFull = error.data.some((one) => one instanceof DOMException && one.name === 'QuotaExceededError')
  return { kind: isFull ? 'full' : 'failed' }
}
