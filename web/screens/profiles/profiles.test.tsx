import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { profiles } from '#contract/accounts/profiles.ts'
import { channels } from '#contract/channels/channels.ts'
import { buildChannel } from '#tests/kit/dom/build-channel.ts'
import { buildChild, buildProfile, buildProfileList } from '#tests/kit/dom/build-profile.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { ProfileMount } from '#web/profiles/profile-mount.tsx'
import { storedProfile } from '#web/session/profile.ts'
import { session } from '#web/session/session.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { ProfilesScreen } from './profiles-screen.tsx'

let server: SimulatedServer
const pin = { is_set: 1, on_purchases: 0, locked_until: 0, proven_until: 0 } as const
const proven = { proven_until: 1_900_000_000 }
beforeEach(() => {
  server = simulateServer()
  server.responds(profiles.list, buildProfileList([buildProfile(), buildChild()]))
})

/** The screen, with what the shell adds to it. */
function open(state?: unknown) {
  return show(
    <>
      <ProfilesScreen />
      <ProfileMount />
      <Toaster />
    </>,
    { as: viewer, at: '/profiles', ...(state === undefined ? {} : { state }) },
  )
}

const tile = (name: RegExp | string) => screen.findByRole('button', { name })

describe('[PROF-01] choosing a profile', () => {
  it('uses it on this device, in its language, and returns to the page from which one came', async () => {
    const family = [buildProfile(), buildChild({ language: 'uz' })]
    server.responds(profiles.list, buildProfileList(family))
    server.respondsBy(profiles.choose, ({ no }) => {
      // The list is requested again for the new profile.
      server.responds(profiles.list, buildProfileList(family, { current: Number(no) }))
      return { current: Number(no) }
    })
    const { user } = await open({ from: '/kids' })
    await user.click(await tile('Тимур, детский'))
    await waitFor(() => expect(address()).toBe('/kids'))
    expect(server.requests(profiles.choose).map(({ input }) => input['no'])).toEqual([1])
    expect(storedProfile.get()).toMatchObject({
      no: 1,
      name: 'Тимур',
      isChild: true,
      isLimited: true,
      count: 2,
    })
    expect(session.get().language).toBe('uz')
  })

  it('asks for its PIN, says what is wrong with it and goes on once it is right', async () => {
    server.responds(
      profiles.list,
      buildProfileList([buildProfile(), buildProfile({ no: 2, name: 'Азиз', has_pin: 1 })]),
    )
    server.rejects(profiles.choose, { failure: 'pin_needed', message: 'Введите PIN' })
    const { user } = await open()
    await user.click(await tile('Азиз, закрыт PIN'))
    const dialog = await screen.findByRole('dialog', { name: 'PIN' })
    const field = within(dialog).getByLabelText('PIN, от 4 до 6 цифр')
    await user.type(field, '12')
    await user.click(within(dialog).getByRole('button', { name: 'Продолжить' }))
    await within(dialog).findByText('Нужно от 4 до 6 цифр')
    server.rejects(profiles.choose, { failure: 'pin_wrong', message: 'PIN неверный. Осталось попыток: 4' })
    await user.type(field, '3x4')
    await user.click(within(dialog).getByRole('button', { name: 'Продолжить' }))
    await within(dialog).findByText('PIN неверный. Осталось попыток: 4')
    expect(server.requests(profiles.choose).at(-1)?.input).toEqual({ no: 2, pin: '1234' })
    server.responds(profiles.choose, { current: 2 })
    await user.type(field, '4321')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(storedProfile.get()?.no).toBe(2))
    expect(address()).toBe('/')
  })

  it('stays where one is when the PIN is not given', async () => {
    server.rejects(profiles.choose, { failure: 'pin_needed', message: 'Введите PIN' })
    const { user } = await open()
    await user.click(await tile('Тимур, детский'))
    await user.click(await screen.findByRole('button', { name: 'Закрыть' }))
    await tile('Тимур, детский')
    expect(address()).toBe('/profiles')
    expect(storedProfile.get()?.no).toBe(0)
  })

  it('[PROF-02] offers a child no changes', async () => {
    server.responds(profiles.list, buildProfileList([buildProfile(), buildChild()], { current: 1, pin }))
    await open()
    await tile('Лола, закрыт PIN')
    expect(screen.queryByRole('button', { name: 'Изменить профили' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Добавить профиль' })).toBeNull()
  })

  it('sends the token with every request of a limited profile, and nothing comes from a cache', async () => {
    storedProfile.set({
      no: 1,
      name: 'Т',
      picture: 'cat',
      colour: 'lapis',
      isChild: true,
      isLimited: true,
      count: 2,
    })
    server.responds(channels.publicList, { channels: { item: [] } })
    const { call } = await import('#web/session/requests/api.ts')
    session.signIn(viewer)
    await call(channels.publicList, {})
    expect(server.requests(channels.publicList)[0]?.headers['authorization']).toBe(`Bearer ${viewer.token}`)
    storedProfile.set({
      no: 0,
      name: '',
      picture: 'cat',
      colour: 'lapis',
      isChild: false,
      isLimited: false,
      count: 2,
    })
    await call(channels.publicList, {})
    expect(server.requests(channels.publicList)[1]?.headers['authorization']).toBeUndefined()
  })
})

describe('[PROF-01] the form of a profile', () => {
  it('adds a child’s profile with age, hours, minutes and channels, and first asks for the account’s PIN', async () => {
    server.responds(channels.list, {
      channels: { item: [buildChannel(5, { name: 'Bolajon' }), buildChannel(6, { name: 'Sport' })] },
    })
    server.rejects(profiles.create, { failure: 'pin_needed', message: 'Введите PIN' })
    const { user } = await open()
    await user.click(await tile('Добавить профиль'))
    const form = await screen.findByRole('dialog', { name: 'Новый профиль' })
    const inside = within(form)
    await user.click(inside.getByRole('button', { name: 'Сохранить' }))
    await inside.findByText('Введите имя')
    await user.type(inside.getByRole('textbox', { name: 'Имя' }), 'Зилола')
    await user.click(inside.getByRole('switch', { name: 'Детский профиль' }))
    await user.click(inside.getByRole('button', { name: '12+' }))
    await user.click(inside.getByRole('button', { name: 'Спрашивать PIN' }))
    await user.click(inside.getByRole('switch', { name: 'В любое время' }))
    await user.selectOptions(inside.getByRole('combobox', { name: 'До' }), '20:30')
    await user.selectOptions(inside.getByRole('combobox', { name: 'Сколько в день' }), '90 минут')
    await user.click(inside.getByRole('button', { name: 'Выбрать каналы' }))
    const choice = within(await screen.findByRole('dialog', { name: 'Выбрать каналы' }))
    await user.click(await choice.findByRole('checkbox', { name: 'Bolajon' }))
    await user.click(choice.getByRole('button', { name: 'Готово' }))
    await user.click(inside.getByRole('button', { name: 'Сохранить' }))
    const asked = within(await screen.findByRole('dialog', { name: 'PIN' }))
    server.responds(profiles.prove, proven)
    server.responds(profiles.create, buildChild({ no: 2, name: 'Зилола' }))
    await user.type(asked.getByLabelText('PIN, от 4 до 6 цифр'), '4321')
    await user.keyboard('{Enter}')
    await screen.findByText('Профиль сохранён')
    expect(server.requests(profiles.prove).map(({ input }) => input['pin'])).toEqual(['4321'])
    expect(server.requests(profiles.create).at(-1)?.input).toMatchObject({
      ...{ name: 'Зилола', is_child: 1, age_limit: 12, above_limit: 'ask', channels: [5] },
      ...{ hours_from: 480, hours_to: 1230, minutes_per_day: 90 },
    })
  })

  it('shows what another device has stored meanwhile instead of writing over it', async () => {
    server.rejects(profiles.update, { failure: 'profile_changed', message: 'изменили' })
    const { user } = await open()
    await user.click(await tile('Изменить профили'))
    await user.click(await tile('Изменить: Тимур'))
    const form = within(await screen.findByRole('dialog', { name: 'Профиль' }))
    server.responds(
      profiles.list,
      buildProfileList([buildProfile(), buildChild({ name: 'Темур', version: 2 })]),
    )
    await user.click(form.getByRole('button', { name: 'Сохранить' }))
    await screen.findByText(/изменили на другом устройстве/)
    await waitFor(() =>
      expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Имя' }).value).toBe('Темур'),
    )
  })

  it('removes one after a question, never the first', async () => {
    server.responds(profiles.remove, {})
    const { user } = await open()
    await user.click(await tile('Изменить профили'))
    await user.click(await tile('Изменить: Лола'))
    const first = within(await screen.findByRole('dialog', { name: 'Профиль' }))
    expect(first.queryByRole('button', { name: 'Удалить профиль' })).toBeNull()
    expect(first.queryByRole('switch', { name: 'Детский профиль' })).toBeNull()
    await user.click(first.getByRole('button', { name: 'Закрыть' }))
    await user.click(await tile('Изменить: Тимур'))
    const form = within(await screen.findByRole('dialog', { name: 'Профиль' }))
    await user.click(form.getByRole('button', { name: 'Удалить профиль' }))
    const question = within(await screen.findByRole('dialog', { name: 'Удалить профиль «Тимур»?' }))
    await user.click(question.getByRole('button', { name: 'Удалить профиль' }))
    await screen.findByText('Профиль удалён')
    expect(server.requests(profiles.remove).map(({ input }) => input['no'])).toEqual([1])
  })
})
