import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { viewing } from '#contract/films/viewing.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { LoginNeeded } from '#web/shell/dialogs/login-needed.tsx'
import { FavouriteButton } from '#web/features/favourites/favourite-button.tsx'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { recall, remember } from './requests/answers.ts'
import { session } from './session.ts'
import { useFavouriteChannel } from '#web/features/favourites/use-favourite-channel.ts'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(viewing.favourites, { vids: [7] })
  server.responds(viewing.settingsSet, {})
  server.responds(viewing.settingsSave, {})
})

function Films() {
  return (
    <>
      <FavouriteButton vid={7} name="Летят журавли" />
      <FavouriteButton vid={8} name="Ёлка" />
      <LoginNeeded />
      <Toaster />
    </>
  )
}

function heart(name: string) {
  return screen.getByRole('button', { name })
}

describe('[FILM-02] the heart on a film', () => {
  it("is filled for the viewer's favourites, which are requested once for all films", async () => {
    await show(<Films />, { as: viewer })
    await screen.findByRole('button', { name: 'Убрать из избранного: Летят журавли' })
    expect(heart('Добавить в избранное: Ёлка')).toBeTruthy()
    expect(server.requests(viewing.favourites)).toHaveLength(1)
  })

  it('shows a press at once, and notifies the server', async () => {
    const letThrough = server.waits(viewing.settingsSet, {})
    const { user } = await show(<Films />, { as: viewer })
    await screen.findByRole('button', { name: /^Убрать/ })
    await user.click(heart('Добавить в избранное: Ёлка'))
    expect(heart('Убрать из избранного: Ёлка')).toBeTruthy()
    letThrough()
    await waitFor(() => expect(server.requests(viewing.settingsSet)).toHaveLength(1))
    expect(server.requests(viewing.settingsSet)[0]?.input).toMatchObject({ vid: 8, is_favorited: 1 })
  })

  it('undoes what the server rejected, with its message', async () => {
    server.rejects(viewing.settingsSet, { failure: 'title_not_found', message: 'Такого фильма нет' })
    const { user } = await show(<Films />, { as: viewer })
    await screen.findByRole('button', { name: /^Убрать/ })
    await user.click(heart('Добавить в избранное: Ёлка'))
    await screen.findByText('Такого фильма нет')
    expect(heart('Добавить в избранное: Ёлка')).toBeTruthy()
  })

  it('undoes what failed, and shows what to do', async () => {
    server.isLost(viewing.settingsSet)
    const { user } = await show(<Films />, { as: viewer })
    await user.click(await screen.findByRole('button', { name: 'Убрать из избранного: Летят журавли' }))
    await screen.findByText('Не удалось изменить избранное. Проверьте интернет и попробуйте ещё раз.')
    expect(heart('Убрать из избранного: Летят журавли')).toBeTruthy()
  })

  it('asks a guest to log in, and sends no request', async () => {
    const { user } = await show(<Films />)
    await user.click(heart('Добавить в избранное: Ёлка'))
    expect(await screen.findByRole('dialog', { name: 'Для этого необходимо авторизоваться' })).toBeTruthy()
    expect(server.requests(viewing.settingsSet)).toEqual([])
    expect(server.requests(viewing.favourites)).toEqual([])
  })

  it('[ACC-07] is empty after a logout', async () => {
    await show(<Films />, { as: viewer })
    await screen.findByRole('button', { name: /^Убрать/ })
    act(() => session.signOut())
    expect(screen.queryByRole('button', { name: /^Убрать/ })).toBeNull()
  })

  it('is requested again for the next viewer', async () => {
    await show(<Films />, { as: viewer })
    await screen.findByRole('button', { name: /^Убрать/ })
    server.responds(viewing.favourites, { vids: [8] })
    act(() => session.signIn({ token: 'token-2', abonement: '2000077', deviceUid: 'device-2' }))
    await screen.findByRole('button', { name: 'Убрать из избранного: Ёлка' })
    expect(heart('Добавить в избранное: Летят журавли')).toBeTruthy()
  })
})

describe('[TV-05] the heart on a channel', () => {
  function Channel({ reported }: { readonly reported: 0 | 1 }) {
    const { isFavourite, toggle } = useFavouriteChannel(5, reported)
    return (
      <button type="button" aria-pressed={isFavourite} onClick={toggle}>
        channel
      </button>
    )
  }
  const pressed = () => screen.getByRole('button').getAttribute('aria-pressed')

  it('adds and removes, and the list of channels is requested again', async () => {
    const { user } = await show(<Channel reported={0} />, { as: viewer })
    remember(`${channels.list.path} {} ru 1000042`, [])
    await user.click(screen.getByRole('button'))
    expect(pressed()).toBe('true')
    await waitFor(() => expect(recall(`${channels.list.path} {} ru 1000042`)).toBeUndefined())
    await user.click(screen.getByRole('button'))
    expect(pressed()).toBe('false')
    await waitFor(() =>
      expect(server.requests(viewing.settingsSave).map(({ input }) => input)).toMatchObject([
        { favorite_channel: 5 },
        { unfavorite_channel: 5 },
      ]),
    )
  })

  it('is not changed back by an older response', async () => {
    const { user, rerender } = await show(<Channel reported={0} />, { as: viewer })
    await user.click(screen.getByRole('button'))
    rerender(<Channel reported={0} />)
    expect(pressed()).toBe('true')
  })
})
