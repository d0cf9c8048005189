/** A download from edges: it continues from another when one is silent, with what is saved. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MemoryCaches } from '#tests/kit/player/memory-caches.ts'
import { saveFilm, type SaveOutcome } from './save-film.ts'
import { savedPartNames } from './saved-parts.ts'

const one = 'https://edge1.example.uz/p/t1'
const two = 'https://edge2.example.uz/p/t2'
const site = 'https://tv.example.uz/p/t3'
const folder = 'film-1/1/'
const names = ['1.m4s', '2.m4s', '3.m4s', '4.m4s', '5.m4s', '6.m4s']
const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=854x480\nv480.m3u8\n'
const list = `#EXTM3U\n${names.map((name) => `#EXTINF:4,\n${name}`).join('\n')}\n#EXT-X-ENDLIST\n`

/** How a place responds to the request of a file. */
type Reply = (name: string, signal: AbortSignal) => Promise<Response>

const works: Reply = async (name) =>
  new Response(name === 'master.m3u8' ? master : name === 'v480.m3u8' ? list : `part ${name}`)
const breaks: Reply = () => Promise.reject(new TypeError('Failed to fetch'))
const isSilent: Reply = (_name, signal) => untilAborted(signal)
const answers =
  (status: number): Reply =>
  async () =>
    new Response('', { status })

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
}

/** Responds, and falls silent in the middle of a part. */
const endsMidway: Reply = async (_name, signal) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array([1])),
    pull: () => untilAborted(signal),
  })
  return new Response(body)
}

/** The first parts from a place, and from then on something else. */
function after(count: number, reply: Reply): Reply {
  let parts = 0
  return (name, signal) => {
    if (name.endsWith('.m4s')) parts += 1
    return (parts > count ? reply : works)(name, signal)
  }
}

interface Running {
  readonly outcome: Promise<SaveOutcome>
  readonly stop: () => void
  readonly failedUrls: (string | null)[]
  /** The parts that were requested, with their place. */
  readonly requests: string[]
}

/** Starts a download at the first place; each request for an access is answered with the next one. */
function start(places: Readonly<Record<string, Reply>>, accesses: readonly (string | null)[] = []): Running {
  const failedUrls: (string | null)[] = []
  const requests: string[] = []
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    const [, access = '', name = ''] = /^(.*\/p\/[^/]+)\/download\/film-1\/1\/(.*)$/.exec(url) ?? []
    if (name.endsWith('.m4s')) requests.push(`${access}/${name}`)
    return places[access]?.(name, signal)
  })
  const saving = saveFilm({
    url: `${one}/download/${folder}master.m3u8`,
    height: 480,
    audio: [],
    texts: [],
    onProgress: () => undefined,
    nextAccess: async (failedUrl) => {
      failedUrls.push(failedUrl)
      return accesses[failedUrls.length - 1] ?? null
    },
  })
  return { outcome: saving.outcome, stop: () => saving.stop(), failedUrls, requests }
}

/** The edges that were named, by the beginnings of their addresses. */
function namedOf({ failedUrls }: Running) {
  return failedUrls.map((url) => url?.replace(/\/download\/.*/, '') ?? null)
}

/** Time passes in steps: between them what has arrived is read and saved. */
async function pass(ms: number): Promise<void> {
  const stepMs = 500
  for (let restMs = ms; restMs >= 0; restMs -= stepMs) {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(Math.min(restMs, stepMs))
  }
}

async function savedNames() {
  return [...(await savedPartNames(folder))]
    .map((name) => name.slice(folder.length))
    .filter((name) => name.endsWith('.m4s'))
    .toSorted()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('caches', new MemoryCaches())
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('[PLAYER-08] a download from an edge', () => {
  it('continues from another edge when one is not reached, and requests no saved part again', async () => {
    const running = start({ [one]: after(2, breaks), [two]: works }, [two])
    await pass(10_000)
    expect(await running.outcome).toMatchObject({ kind: 'saved' })
    // All three requests under way have failed, and name it once.
    expect(namedOf(running)).toEqual([one])
    expect(await savedNames()).toEqual(names)
    const saved = running.requests.slice(0, 2).map((url) => url.replace(one, two))
    expect(running.requests.filter((url) => saved.includes(url))).toEqual([])
  })

  it.each([
    ['does not respond', 20_000, isSilent],
    ['falls silent in the middle of a part', 60_000, endsMidway],
  ])('continues from another edge when one %s', async (_case, limitMs, reply) => {
    const running = start({ [one]: after(1, reply), [two]: works }, [two])
    await pass(limitMs - 1000)
    expect(running.failedUrls).toEqual([])
    await pass(5000)
    expect(await running.outcome).toMatchObject({ kind: 'saved' })
    expect(namedOf(running)).toEqual([one])
  })

  it('gets to the site itself when two edges are silent', async () => {
    const running = start({ [one]: isSilent, [two]: isSilent, [site]: works }, [two, site])
    await pass(60_000)
    expect(await running.outcome).toMatchObject({ kind: 'saved' })
    expect(namedOf(running)).toEqual([one, two])
  })

  it('ends as lost after a few attempts when there is no other place, and what is saved stays', async () => {
    const running = start({ [one]: after(2, breaks) })
    await pass(10_000)
    expect(await running.outcome).toEqual({ kind: 'lost' })
    expect(running.requests.length).toBeLessThanOrEqual(2 + 3 * 4)
    expect(await savedNames()).toHaveLength(2)
  })

  it('tries an edge once more that responds with a fault, and then names it', async () => {
    const running = start({ [one]: after(2, answers(502)), [two]: works }, [two])
    await pass(400)
    expect(running.failedUrls).toEqual([])
    await pass(10_000)
    expect(await running.outcome).toMatchObject({ kind: 'saved' })
    expect(namedOf(running)).toEqual([one])
  })

  it('names no edge when only the ticket has expired', async () => {
    const running = start({ [one]: after(2, answers(403)), [two]: works }, [two])
    await pass(10_000)
    expect(await running.outcome).toMatchObject({ kind: 'saved' })
    expect(running.failedUrls).toEqual([null])
  })

  it('names no edge when the device has no network, or when the viewer stops it', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const offline = start({ [one]: breaks })
    await pass(0)
    expect(await offline.outcome).toEqual({ kind: 'lost' })
    vi.stubGlobal('navigator', { onLine: true })
    const stopped = start({ [one]: isSilent })
    await pass(1000)
    stopped.stop()
    expect(await stopped.outcome).toEqual({ kind: 'stopped' })
    expect([...offline.failedUrls, ...stopped.failedUrls]).toEqual([])
  })
})
