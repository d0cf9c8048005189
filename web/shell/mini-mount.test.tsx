/** What plays when its page is left, from the full player to the mini-player and back; only the library is simulated. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { films } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import type { EngineSnapshot } from '#player/core/state/playback-state.ts'
import { buildAddress } from '#tests/kit/dom/build-address.ts'
import { show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { openedEngines } from '#tests/kit/player/opened-engines.ts'
import { settle } from '#tests/kit/player/simulated-player.ts'
import { endRetained } from '#web/player/playback/retained-playback.ts'
import { setMini } from '#web/player/playback/mini-setting.ts'
import { FilmPlayer } from '#web/player/stage/film-player.tsx'
import { Outlet, useLocation, useNavigate } from '#web/router/router.ts'
import { session } from '#web/session/session.ts'
import { MiniMount } from './mini-mount.tsx'

vi.mock('#player/engines/shaka/shaka-engine.ts', () => import('#tests/kit/player/opened-engines.ts'))

let server: SimulatedServer
beforeEach(() => {
  endRetained()
  setMini(true)
  openedEngines.length = 0
  server = simulateServer()
  server.respondsBy(films.url, () => ({ ...buildAddress(), duration_sec: 100, markers: [] }))
  server.responds(viewing.positionSet, {})
})

interface Own {
  readonly counts?: boolean
  readonly hasNext?: boolean
}

/** A film over its page while the address says so, as on the page of a title. */
function Page({ counts = true, hasNext = false }: Own) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const vfid = Number(new URLSearchParams(search).get('watch'))
  if (pathname !== '/movie/7' || vfid === 0) return <p>Другая страница</p>
  const next = { vfid: 71, title: 'Серия 2', play: () => undefined }
  return (
    <FilmPlayer
      {...{ vid: 7, vfid, title: 'Летят журавли', picture: '', startSec: 0, counts, isEpisode: false }}
      next={hasNext ? next : undefined}
      onClose={() => void navigate('/movie/7')}
    />
  )
}

function Shell() {
  return (
    <>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <MiniMount />
    </>
  )
}

/** The film is shown and plays. */
async function open(own: Own & { readonly television?: boolean } = {}) {
  const { television = false, ...rest } = own
  const page = await show(<Page {...rest} />, {
    ...{ at: '/movie/7?watch=70', as: viewer, shell: Shell, television },
  })
  await waitFor(() => expect(openedEngines[0]?.loads).toHaveLength(1))
  const [engine] = openedEngines
  if (engine === undefined) throw new Error('no engine was opened')
  const report = (facts: Partial<EngineSnapshot>) =>
    act(async () => {
      engine.report(facts)
      await settle()
    })
  await act(async () => {
    await settle()
    engine.tell({ kind: 'first_picture' })
    await settle()
  })
  await report({ positionSec: 42, durationSec: 100 })
  const goTo = (path: string) => act(async () => page.router.navigate(path))
  return { ...page, engine, report, goTo, video: video() }
}

function video() {
  return document.querySelector('video')
}

const mini = () => screen.findByRole('region', { name: 'Мини-плеер' })
const noMini = () => screen.queryByRole('region', { name: 'Мини-плеер' })

describe('[ALIVE-03] leaving the page of what plays', () => {
  it('keeps the video element and its playback, and the full player takes them back', async () => {
    const { goTo, user, video: before, engine } = await open()
    await goTo('/tv')
    const region = await mini()
    expect(region.contains(before)).toBe(true)
    expect(document.querySelectorAll('video')).toHaveLength(1)
    expect(words(region)).toContain('Летят журавли')
    await user.click(within(region).getByRole('button', { name: 'Пауза' }))
    expect(engine.facts.paused).toBe(true)
    await user.click(within(region).getByRole('button', { name: 'Смотреть' }))
    await user.click(within(region).getByRole('link', { name: 'Развернуть плеер: Летят журавли' }))
    expect(location.pathname + location.search).toBe('/movie/7?watch=70')
    expect(screen.getByRole('dialog').contains(before)).toBe(true)
    expect(noMini()).toBeNull()
    expect(openedEngines).toHaveLength(1)
    expect(engine.loads).toHaveLength(1)
    expect(server.requests(films.url)).toHaveLength(1)
  })

  it('by closing the player ends it; by the button beside it leaves it to the mini-player, paused too', async () => {
    const closed = await open()
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть плеер' }))
    await waitFor(() => expect(screen.getByText('Другая страница')).toBeTruthy())
    expect(video()).toBeNull()
    closed.unmount()
    openedEngines.length = 0
    const { report, engine } = await open()
    await act(async () => engine.pause())
    await report({ paused: true })
    fireEvent.click(screen.getByRole('button', { name: 'Свернуть в мини-плеер' }))
    expect(within(await mini()).getByRole('button', { name: 'Смотреть' })).toBeTruthy()
  })

  it('ends what is paused, a trailer, everything on a television, and where the viewer turned it off', async () => {
    const paused = await open()
    await act(async () => paused.engine.pause())
    await paused.report({ paused: true })
    await paused.goTo('/tv')
    expect(video()).toBeNull()
    paused.unmount()
    for (const own of [{ counts: false }, { television: true }]) {
      openedEngines.length = 0
      const page = await open(own)
      await page.goTo('/tv')
      expect(video()).toBeNull()
      page.unmount()
    }
    openedEngines.length = 0
    setMini(false)
    const { goTo } = await open()
    await goTo('/tv')
    expect(video()).toBeNull()
  })
})

describe('[ALIVE-03] the mini-player', () => {
  it('saves the position, and closes by its button and by Esc inside it, with the focus back on the page', async () => {
    const { goTo, report, user } = await open()
    await goTo('/tv')
    const region = await mini()
    await report({ positionSec: 43 })
    await report({ positionSec: 52 })
    within(region).getByRole('button', { name: 'Пауза' }).focus()
    await user.keyboard('{Escape}')
    expect(video()).toBeNull()
    expect(document.activeElement?.id).toBe('main')
    await waitFor(() =>
      expect(server.requests(viewing.positionSet).at(-1)?.input).toMatchObject({ position: 52 }),
    )
  })

  it('closes at the end of a film, and offers the next episode at the end of one', async () => {
    const film = await open()
    await film.goTo('/tv')
    await mini()
    await film.report({ ended: true, positionSec: 100 })
    await waitFor(() => expect(video()).toBeNull())
    film.unmount()
    openedEngines.length = 0
    const episode = await open({ hasNext: true })
    await episode.goTo('/tv')
    await mini()
    await episode.report({ ended: true, positionSec: 100 })
    const link = await screen.findByRole('link', { name: 'Развернуть плеер: Следующая серия: Серия 2' })
    expect(link.getAttribute('href')).toBe('/movie/7?watch=71')
  })

  it('says that the video has stopped, and ends with the session', async () => {
    const { goTo, engine } = await open()
    await goTo('/tv')
    const region = await mini()
    // The address has ended, and the server gives no other one.
    server.rejects(films.url, { failure: 'not_subscribed', message: 'Нужна подписка' })
    await act(async () => {
      engine.tell({
        kind: 'fault',
        fault: { failure: 'address_expired', httpStatus: 403, engineCode: 1 },
      })
      await settle()
    })
    await waitFor(() => expect(words(region)).toContain('Видео остановилось'))
    await act(async () => session.signOut())
    expect(video()).toBeNull()
    expect(noMini()).toBeNull()
  })
})
