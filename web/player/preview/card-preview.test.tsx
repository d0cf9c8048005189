/** Previews over film cards: what opens and ends them, and what they never disturb. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { films, type FilmDetail } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import { ownFault } from '#player/core/state/playback-failure.ts'
import { buildAddress } from '#tests/kit/dom/build-address.ts'
import { buildFilmCard, buildFilmDetail } from '#tests/kit/dom/build-film.ts'
import { show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { openedEngines } from '#tests/kit/player/opened-engines.ts'
import { PosterCard } from '#web/features/films/poster-card.tsx'
import { notePlaying } from '#web/session/nags.ts'
import { PreviewMount } from '#web/shell/page/preview-mount.tsx'
import { rests } from './follow-cards.ts'

vi.mock('#player/engines/shaka/shaka-engine.ts', () => import('#tests/kit/player/opened-engines.ts'))
const loadShaka = vi.hoisted(() => vi.fn(async () => ({})))
vi.mock('#player/engines/shaka/load-shaka.ts', () => ({ loadShaka }))

const trailer = { vfid: 71, kind: 'trailer', duration_sec: 60, is_ready: 1 } as const
const file = { vfid: 70, kind: 'film', duration_sec: 6000, is_ready: 1 } as const
const facts = { name: 'Летят журавли', year: 1957, age_rating: '12+', genres: ['Драма', 'Военный'] }

let server: SimulatedServer
beforeEach(() => {
  openedEngines.length = 0
  notePlaying(false)
  server = simulateServer()
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(hover: hover)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  server.responds(films.url, { ...buildAddress(), stream_id: '', heartbeat_sec: 0 })
  server.responds(viewing.favourites, { vids: [] })
  isOf({ files: [file, trailer] })
})

function isOf(own: Partial<FilmDetail>): void {
  for (const endpoint of [films.detail, films.publicDetail])
    server.respondsBy(endpoint, ({ vid }) => ({
      video: buildFilmDetail({ vid: Number(vid), ...facts, ...own }),
    }))
}

type Visit = Parameters<typeof show>[1]

/** Two cards, with the code of previews loaded by a first hover. */
async function open(visit: Visit = { as: viewer }) {
  const page = await show(
    <main>
      <PosterCard film={buildFilmCard(7, facts)} />
      <PosterCard film={buildFilmCard(8)} />
      <PreviewMount />
    </main>,
    visit,
  )
  const cards = [...document.querySelectorAll<HTMLElement>('a[data-film]')]
  const [first, second] = cards
  if (first === undefined || second === undefined) throw new Error('there are no cards')
  return { ...page, first, second }
}

function hover(element: Element, pointerType = 'mouse'): void {
  fireEvent(element, new PointerEvent('pointerover', { bubbles: true, pointerType }))
}

/** Answers requests of these paths by their texts; returns the paths of all requests. */
function playlists(texts: Readonly<Record<string, string>>): readonly string[] {
  const asked: string[] = []
  const others = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url, 'http://localhost')
    asked.push(pathname)
    const text = texts[pathname]
    return text === undefined ? others(url, init) : new Response(text)
  })
  return asked
}

const wait = (ms: number) => act(() => new Promise((done) => setTimeout(done, ms)))
const preview = () => document.querySelector<HTMLElement>('[data-preview]')

/** Its code comes with the first card that is reached; the viewer comes again until it has. */
async function comesUntilOpen(come: () => void, restMs: number): Promise<HTMLElement> {
  for (let times = 0; times < 8; times++) {
    come()
    await wait(restMs + 150)
    const opened = preview()
    if (opened !== null) return opened
  }
  throw new Error('there is no preview')
}

function hoverUntilOpen(card: Element): Promise<HTMLElement> {
  const come = () => {
    hover(document.body)
    hover(card)
  }
  return comesUntilOpen(come, rests.pointer.openMs)
}

const silentUrl = 'http://localhost:3000/media/v360.mp4'
const shown = () => preview()?.querySelector<HTMLElement>('[data-preview-video]')?.dataset['seen']

/** A preview whose trailer has a silent video. */
async function openSilent() {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()
  const address = { ...buildAddress(), stream_id: '', heartbeat_sec: 0 }
  server.responds(films.url, { ...address, silent_url: '/media/v360.mp4' })
  const { first } = await open()
  const opened = await hoverUntilOpen(first)
  const video = await waitFor(() => {
    const element = opened.querySelector('video')
    if (element === null) throw new Error('there is no video')
    return element
  })
  return { first, video }
}

describe('[ALIVE-02] a mouse that rests on a film card', () => {
  it('opens a preview with the trailer, muted, at a small rendition, and what can be done', async () => {
    const { first } = await open()
    const opened = await hoverUntilOpen(first)
    expect(words(opened)).toMatch(/Летят журавли.*1957 · 12\+ · Драма, Военный.*Смотреть/)
    expect(screen.getByRole('region', { name: 'Предпросмотр: Летят журавли' })).toBe(opened)
    const play = screen.getByRole('link', { name: 'Смотреть' })
    expect(play.getAttribute('href')).toBe('/movie/7?watch=70')
    await waitFor(() => expect(openedEngines.at(-1)?.loads).toHaveLength(1))
    expect(openedEngines.at(-1)?.loads[0]?.preferences).toMatchObject({ muted: true, textLanguage: null })
    expect(server.requests(films.url).at(-1)?.input).toMatchObject({ vid: '7', vfid: '71' })
  })

  it('plays the picture alone, at the smallest rendition, whose first segment was requested ahead', async () => {
    const asked = playlists({
      '/media/master.m3u8': `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",URI="a.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a"
v480.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="avc1.64001e,mp4a.40.2",AUDIO="a"
v360.m3u8
`,
      '/media/v360.m3u8':
        '#EXTM3U\n#EXT-X-MAP:URI="v360/init.mp4"\n#EXTINF:4,\nv360/1.m4s\n#EXTINF:4,\nv360/2.m4s\n',
    })
    const { first } = await open()
    await hoverUntilOpen(first)
    await waitFor(() => expect(openedEngines.at(-1)?.loads).toHaveLength(1))
    const master = openedEngines.at(-1)?.loads[0]?.master ?? ''
    expect(master).toContain('CODECS="avc1.64001e"\ndata:application/x-mpegurl,')
    expect(master).not.toMatch(/AUDIO|v480/)
    expect(asked).toEqual(expect.arrayContaining(['/media/v360/init.mp4', '/media/v360/1.m4s']))
    expect(asked).not.toContain('/media/v360/2.m4s')
  })

  it('plays a silent video of the trailer without the player, and ends its loading when it leaves', async () => {
    const { first, video } = await openSilent()
    expect(video).toMatchObject({ muted: true, src: silentUrl })
    expect(shown()).toBe('false')
    fireEvent.playing(video)
    expect(shown()).toBe('true')
    expect(openedEngines).toHaveLength(0)
    hover(document.body)
    await waitFor(() => expect(preview()).toBeNull())
    expect(video.hasAttribute('src')).toBe(false)
    hover(first)
    await waitFor(() => expect(preview()?.querySelector('video')?.src).toBe(silentUrl))
  })

  it('plays the trailer in the player where its silent video cannot be decoded', async () => {
    const { video } = await openSilent()
    fireEvent.error(video)
    await waitFor(() => expect(openedEngines.at(-1)?.loads).toHaveLength(1))
    expect(preview()?.contains(video)).toBe(false)
  })

  it('plays the trailer from another edge when one is not reached', async () => {
    const meta = document.createElement('meta')
    meta.name = 'media-origins'
    meta.content = 'https://edge1.example.uz https://edge2.example.uz'
    document.head.append(meta)
    onTestFinished(() => meta.remove())
    const one = 'https://edge1.example.uz/p/t1/film/a/master.m3u8'
    const two = 'https://edge2.example.uz/p/t2/film/a/master.m3u8'
    const address = { ...buildAddress(), stream_id: '', heartbeat_sec: 0 }
    server.respondsBy(films.url, ({ failed_edge }) => ({
      ...address,
      url: failed_edge === undefined ? one : two,
    }))
    const { first } = await open()
    await hoverUntilOpen(first)
    await waitFor(() => expect(openedEngines.at(-1)?.loads).toHaveLength(1))
    const engine = openedEngines.at(-1)
    await act(async () => engine?.tell({ kind: 'fault', fault: ownFault('source_unreachable') }))
    await waitFor(() => expect(engine?.loads.map(({ url }) => url)).toEqual([one, two]))
  })

  it('ends it at once when it leaves, with everything that plays', async () => {
    const { first } = await open()
    await hoverUntilOpen(first)
    await waitFor(() => expect(openedEngines.at(-1)?.loads).toHaveLength(1))
    const destroyed = vi.spyOn(openedEngines.at(-1) as (typeof openedEngines)[number], 'destroy')
    hover(document.body)
    await waitFor(() => expect(preview()).toBeNull())
    expect(destroyed).toHaveBeenCalledTimes(1)
  })

  it('moves from card to card with one preview', async () => {
    const { first, second } = await open()
    await hoverUntilOpen(first)
    hover(second)
    await waitFor(() => expect(preview()?.dataset['preview']).toBe('8'))
    expect(document.querySelectorAll('[data-preview]')).toHaveLength(1)
  })

  it('requests nothing for cards that it only crosses', async () => {
    const { first, second } = await open()
    await hoverUntilOpen(first)
    const before = server.requests(films.detail).length
    hover(second)
    hover(document.body)
    await wait(rests.pointer.openMs + 50)
    expect(server.requests(films.detail)).toHaveLength(before)
    expect(preview()).toBeNull()
  })

  it('ends the preview where the page is scrolled or pressed', async () => {
    const { first } = await open()
    await hoverUntilOpen(first)
    fireEvent.scroll(document)
    await waitFor(() => expect(preview()).toBeNull())
  })

  it('shows a film without a trailer by thumbnails to who may watch it, and to nobody else', async () => {
    isOf({ files: [file] })
    const page = await open()
    await hoverUntilOpen(page.first)
    await waitFor(() =>
      expect(server.requests(films.url).at(-1)?.input).toMatchObject({ vid: '7', warm: '1' }),
    )
    expect(openedEngines).toHaveLength(0)
    page.unmount()
    isOf({ files: [file], access: { state: 'login', price: null } })
    const before = server.requests(films.url).length
    const guest = await open({})
    await hoverUntilOpen(guest.first)
    await wait(50)
    expect(server.requests(films.url)).toHaveLength(before)
    expect(screen.getByRole('link', { name: 'Подробнее' }).getAttribute('href')).toBe('/movie/7')
  })
})

describe('[ALIVE-02] the code of previews', () => {
  it('is loaded while the page rests, before any card is reached, and not where data is saved', async () => {
    const page = await open()
    loadShaka.mockClear()
    await waitFor(() => expect(loadShaka).toHaveBeenCalledTimes(1), { timeout: 5000 })
    page.unmount()
    vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }))
    loadShaka.mockClear()
    await open()
    await wait(3000)
    expect(loadShaka).not.toHaveBeenCalled()
  })
})

describe('[ALIVE-02] no preview', () => {
  async function staysClosed(first: HTMLElement, pointerType = 'mouse') {
    for (let times = 0; times < 3; times++) {
      hover(document.body)
      hover(first, pointerType)
      await wait(rests.pointer.openMs + 100)
      expect(preview()).toBeNull()
    }
    expect(server.requests(films.detail)).toHaveLength(0)
  }

  it('opens under a finger', async () => {
    const { first } = await open()
    await staysClosed(first, 'touch')
  })

  it('opens for a viewer who wants less motion', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    const { first } = await open()
    await staysClosed(first)
  })

  it('opens for a viewer who saves data', async () => {
    vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }))
    const { first } = await open()
    await staysClosed(first)
  })

  it('opens beside something that plays', async () => {
    notePlaying(true)
    const { first } = await open()
    await staysClosed(first)
  })
})

describe('[ALIVE-02] the focus on a film card', () => {
  /** Keys move the focus there. */
  function focusByKey(card: HTMLElement): void {
    fireEvent.keyDown(document.body, { key: 'Tab' })
    act(() => card.focus())
  }

  it('opens the preview, Tab leads into it and on, Escape closes it', async () => {
    const { first, second, user } = await open()
    await hoverUntilOpen(first)
    hover(document.body)
    await waitFor(() => expect(preview()).toBeNull())
    focusByKey(second)
    await waitFor(() => expect(preview()?.dataset['preview']).toBe('8'))
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Смотреть' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(preview()).toBeNull())
    expect(document.activeElement).toBe(second)
    await wait(rests.focus.openMs + 100)
    expect(preview()).toBeNull()
  })

  it('opens it on a television without anything to press, and the card keeps the focus', async () => {
    const { first, second } = await open({ as: viewer, television: true })
    const come = () => {
      act(() => second.focus())
      act(() => first.focus())
    }
    await comesUntilOpen(come, rests.focus.openMs)
    expect(preview()?.getAttribute('aria-hidden')).toBe('true')
    expect(preview()?.querySelector('button')).toBeNull()
    expect(document.activeElement).toBe(first)
    act(() => second.focus())
    await waitFor(() => expect(preview()?.dataset['preview']).not.toBe('7'))
  })
})
