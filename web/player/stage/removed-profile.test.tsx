/** A film that plays on while another device removes the profile; only the library below the player is simulated. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { profiles } from '#contract/accounts/profiles.ts'
import { films } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import { streams } from '#contract/playback/streams.ts'
import { buildAddress } from '#tests/kit/dom/build-address.ts'
import { buildProfile, buildProfileList } from '#tests/kit/dom/build-profile.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { openedEngines } from '#tests/kit/player/opened-engines.ts'
import { settle } from '#tests/kit/player/simulated-player.ts'
import { ProfileMount } from '#web/profiles/profile-mount.tsx'
import { FilmPlayer } from './film-player.tsx'

vi.mock('#player/engines/shaka/shaka-engine.ts', () => import('#tests/kit/player/opened-engines.ts'))

const gone = { failure: 'profile_not_found', message: 'Такого профиля уже нет. Выберите другой' } as const
let server: SimulatedServer
beforeEach(() => {
  openedEngines.length = 0
  server = simulateServer()
  server.responds(films.url, {
    ...buildAddress(),
    ...{ stream_id: 's-1', heartbeat_sec: 30, duration_sec: 100, markers: [] },
  })
  server.responds(viewing.positionSet, {})
  server.rejects(streams.heartbeat, gone)
  server.responds(streams.stop, {})
})

function Player() {
  return (
    <FilmPlayer
      {...{ vid: 7, vfid: 70, title: 'Летят журавли', picture: '', startSec: 0 }}
      {...{ counts: true, isEpisode: false, onClose: () => undefined }}
    />
  )
}

/** The film plays, and its first heartbeat comes after the profile was removed. */
async function playThenRemove() {
  await waitFor(() => expect(openedEngines[0]?.loads).toHaveLength(1))
  server.rejects(films.url, gone)
  await act(async () => {
    openedEngines[0]?.tell({ kind: 'first_picture' })
    openedEngines[0]?.report({ durationSec: 100, positionSec: 1 })
    await settle()
  })
}

describe('[PROF-01] a profile that is removed while it plays', () => {
  it('ends what plays, with the reason and the way to another profile', async () => {
    const { user } = await show(<Player />, { at: '/movie/7', as: viewer })
    await playThenRemove()
    const gate = await screen.findByRole('group', { name: 'Профиль удалён' })
    expect(gate.textContent).toContain(gone.message)
    expect(server.requests(streams.heartbeat).length).toBeGreaterThan(0)
    expect(server.requests(films.url)).toHaveLength(2)
    expect(within(gate).queryByRole('button', { name: 'Открыть с PIN' })).toBeNull()
    await user.click(within(gate).getByRole('link', { name: 'Выбрать профиль' }))
    await waitFor(() => expect(address()).toBe('/profiles'))
  })

  it('leads to choosing one as soon as the list of profiles says that it is gone', async () => {
    const list = [buildProfile()]
    server.responds(profiles.list, buildProfileList(list))
    await show(
      <>
        <Player />
        <ProfileMount />
      </>,
      { at: '/movie/7', as: viewer },
    )
    await waitFor(() => expect(server.requests(profiles.list)).toHaveLength(1))
    server.responds(profiles.list, buildProfileList(list, { current: 3 }))
    await playThenRemove()
    await waitFor(() => expect(address()).toBe('/profiles'))
  })
})
