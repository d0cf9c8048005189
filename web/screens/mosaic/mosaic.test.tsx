/** The page of the mosaic over a simulated player: what plays, what is heard, and what is said of the rest. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { streams } from '#contract/playback/streams.ts'
import { playQuality } from '#contract/playback/play-quality.ts'
import { buildAddress } from '#tests/kit/dom/build-address.ts'
import { buildChannel, buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { openedEngines } from '#tests/kit/player/opened-engines.ts'
import { MosaicScreen } from './mosaic-screen.tsx'
import { setTiles } from './stored-mosaic.ts'

vi.mock('#player/engines/shaka/shaka-engine.ts', () => import('#tests/kit/player/opened-engines.ts'))

let server: SimulatedServer
const item = [1, 2, 3, 4, 5].map((id) =>
  buildChannel(id, { name: `Канал ${id}`, is_available: 1, now: buildProgramme(id, { title: 'Матч' }) }),
)

beforeEach(() => {
  openedEngines.length = 0
  server = simulateServer()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: hover)' }))
  server.responds(channels.list, { channels: { item } })
  server.responds(channels.publicList, { channels: { item } })
  server.respondsBy(channels.url, ({ cid }) => buildAddress({ stream_id: `b000000000${String(cid)}` }))
  server.responds(streams.heartbeat, { state: 'going', stopped_by: '' })
  server.responds(streams.stop, {})
  server.responds(playQuality.report, {})
  mayPlay(4)
})

function mayPlay(limit: number, elsewhere = 0): void {
  const other = { is_this_device: 0, stream_id: 'b9999999999', title: 'Спорт', started_at: 1 } as const
  server.responds(streams.list, { limit, streams: { item: Array.from({ length: elsewhere }, () => other) } })
}

type Visit = Parameters<typeof show>[1]

async function open(tiles: readonly number[], visit: Visit = { at: '/mosaic', as: viewer }) {
  const page = await show(<MosaicScreen />, visit)
  act(() => setTiles(tiles))
  return page
}

/** The engine plays from now on, as a browser does some moments after the load. */
function playAll(): void {
  act(() => {
    for (const engine of openedEngines)
      if (engine.loads.length > 0) {
        engine.report({ paused: false, buffering: false })
        engine.tell({ kind: 'first_picture' })
      }
  })
}

function playingCids(): readonly number[] {
  return [...document.querySelectorAll<HTMLElement>('[data-mosaic-player]')]
    .map(({ dataset }) => Number(dataset['mosaicPlayer']))
    .filter((cid) => cid > 0)
    .toSorted((one, other) => one - other)
}

const tile = (cid: number) =>
  document.querySelector<HTMLElement>(`[data-mosaic-tile="${cid}"]`) as HTMLElement
const heard = () =>
  [...document.querySelectorAll('[data-heard="true"] a')].map(
    (one) => (one as HTMLElement).dataset['mosaicTile'],
  )

describe('[ALIVE-04] the mosaic', () => {
  it('plays the channels that were chosen, with the sound of the first', async () => {
    await open([1, 2, 3])
    await waitFor(() => expect(playingCids()).toEqual([1, 2, 3]))
    await waitFor(() => expect(openedEngines.filter(({ loads }) => loads.length > 0)).toHaveLength(3))
    playAll()
    expect(heard()).toEqual(['1'])
    expect(openedEngines.filter(({ facts }) => !facts.muted)).toHaveLength(1)
    expect(tile(1).getAttribute('aria-label')).toBe('Канал 1, Матч, звук включён')
    expect(tile(2).getAttribute('aria-label')).toBe('Канал 2, Матч, без звука')
  })

  it('moves the sound with the focus and with a mouse that rests', async () => {
    await open([1, 2])
    await waitFor(() => expect(playingCids()).toEqual([1, 2]))
    act(() => tile(2).focus())
    expect(heard()).toEqual(['2'])
    fireEvent(
      tile(1).parentElement as Element,
      new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }),
    )
    await waitFor(() => expect(heard()).toEqual(['1']))
  })

  it('opens a channel by a press; a finger takes the sound first', async () => {
    const { user } = await open([1, 2])
    await waitFor(() => expect(playingCids()).toEqual([1, 2]))
    await user.pointer({ keys: '[TouchA]', target: tile(2) })
    expect(heard()).toEqual(['2'])
    expect(address()).toBe('/mosaic')
    await user.pointer({ keys: '[TouchA]', target: tile(2) })
    expect(address()).toBe('/channel/2')
  })

  it('remembers the channels, and removes one', async () => {
    const { user } = await open([1, 2])
    await user.click(screen.getByRole('button', { name: 'Убрать «Канал 1» из мозаики' }))
    await waitFor(() => expect(playingCids()).toEqual([2]))
    expect(localStorage.getItem('ekran.mosaic')).toBe('[2]')
  })

  it('lets four channels be chosen, and not five', async () => {
    const { user } = await open([])
    await user.click(await screen.findByRole('button', { name: 'Выбрать каналы' }))
    for (const id of [1, 2, 3, 4])
      await user.click(screen.getByRole('button', { name: new RegExp(`${id}$`) }))
    expect(words(screen.getByRole('dialog'))).toContain('В мозаике уже 4 канала')
    expect(screen.getByRole('button', { name: /5$/ })).toHaveProperty('disabled', true)
    expect(localStorage.getItem('ekran.mosaic')).toBe('[1,2,3,4]')
  })
})

describe('[ALIVE-04] [ACC-09] the streams of the tariff', () => {
  it('limit what plays: of one, the second is a still until it gets the focus', async () => {
    mayPlay(1)
    await open([1, 2])
    await waitFor(() => expect(playingCids()).toEqual([1]))
    expect(tile(2).getAttribute('aria-label')).toBe('Канал 2, Матч, не показывается')
    await waitFor(() => expect(words()).toContain('одновременно можно смотреть 1 видео'))
    expect(screen.getByRole('link', { name: 'Тарифы' }).getAttribute('href')).toBe('/tariff')
    await waitFor(() => expect(openedEngines.some(({ loads }) => loads.length === 1)).toBe(true))
    playAll()
    act(() => tile(2).focus())
    await waitFor(() => expect(playingCids()).toEqual([2]))
    // The lease goes on with the player, instead of being a second one.
    await waitFor(() =>
      expect(server.requests(channels.url).at(-1)?.input).toMatchObject({
        cid: '2',
        stream_id: 'b0000000001',
      }),
    )
  })

  it('are fewer while other devices watch', async () => {
    mayPlay(3, 2)
    await open([1, 2])
    await waitFor(() => expect(words()).toContain('уже смотрят на других устройствах'))
    expect(playingCids()).toEqual([1])
    expect(screen.getByRole('link', { name: 'Устройства' }).getAttribute('href')).toBe('/cabinet/devices')
  })

  it('are what the server says, where it refuses one more', async () => {
    server.respondsBy(channels.url, ({ cid }) => buildAddress({ stream_id: `b000000000${String(cid)}` }))
    await open([1, 2])
    await waitFor(() => expect(playingCids()).toEqual([1, 2]))
    server.rejects(channels.url, { failure: 'too_many_streams', message: 'Слишком много' })
    act(() => setTiles([1, 2, 3]))
    await waitFor(() => expect(playingCids()).toEqual([1, 2]))
  })

  it('are one for a guest, who is shown the login', async () => {
    await open([1, 2], { at: '/mosaic' })
    await waitFor(() => expect(playingCids()).toEqual([1]))
    expect(screen.getByRole('link', { name: 'Войти' })).toBeTruthy()
    expect(server.requests(streams.list)).toHaveLength(0)
  })

  it('are given back when the page is left', async () => {
    const page = await open([1, 2])
    await waitFor(() => expect(openedEngines.filter(({ loads }) => loads.length > 0)).toHaveLength(2))
    playAll()
    page.unmount()
    await waitFor(() =>
      expect(
        server
          .requests(streams.stop)
          .map(({ input }) => input['stream_id'])
          .toSorted(),
      ).toEqual(['b0000000001', 'b0000000002']),
    )
  })
})

describe('[ALIVE-04] a channel that does not play', () => {
  it('says why in its tile, and leaves its stream to another', async () => {
    mayPlay(2)
    server.rejects(channels.url, { failure: 'not_subscribed', message: 'Канал входит в подписку' })
    await open([1])
    await waitFor(() => expect(words(tile(1))).toContain('Канал входит в подписку'))
    server.respondsBy(channels.url, ({ cid }) => buildAddress({ stream_id: `b000000000${String(cid)}` }))
    act(() => setTiles([1, 2, 3]))
    await waitFor(() => expect(playingCids()).toEqual([2, 3]))
    expect(words(tile(1))).toContain('Канал входит в подписку')
  })

  it('because the device decodes one video only makes the others stills', async () => {
    await open([1, 2])
    await waitFor(() => expect(openedEngines.filter(({ loads }) => loads.length > 0)).toHaveLength(2))
    const [, second] = openedEngines.filter(({ loads }) => loads.length > 0)
    const fault = { failure: 'cannot_decode', httpStatus: null, engineCode: 3016 } as const
    if (second !== undefined) second.answerWith = () => ({ kind: 'fault', fault })
    act(() => second?.tell({ kind: 'fault', fault }))
    await waitFor(() => expect(playingCids()).toEqual([1]))
    expect(words()).toContain('показывает одно видео за раз')
  })
})
