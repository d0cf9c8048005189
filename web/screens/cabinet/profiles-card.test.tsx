import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { profiles } from '#contract/accounts/profiles.ts'
import { buildProfile, buildProfileList } from '#tests/kit/dom/build-profile.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { ProfilesCard } from './profiles-card.tsx'

const unset = { is_set: 0, on_purchases: 0, locked_until: 0, proven_until: 0 } as const
const set = { ...unset, is_set: 1 } as const
let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

function open() {
  return show(
    <>
      <ProfilesCard />
      <Toaster />
    </>,
    { as: viewer, at: '/cabinet' },
  )
}

describe('[PROF-03] the PIN in the cabinet', () => {
  it('is set by typing it twice, and then may be asked for at purchases', async () => {
    server.responds(profiles.list, buildProfileList([buildProfile()], { pin: unset }))
    server.responds(profiles.setPin, set)
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Задать PIN' }))
    const form = within(await screen.findByRole('dialog', { name: 'Задать PIN' }))
    await user.type(form.getByLabelText('Новый PIN, от 4 до 6 цифр'), '4321')
    await user.type(form.getByLabelText('Новый PIN ещё раз'), '4322')
    await user.click(form.getByRole('button', { name: 'Сохранить' }))
    await form.findByText('PIN не совпадают')
    expect(server.requests(profiles.setPin)).toEqual([])
    await user.clear(form.getByLabelText('Новый PIN ещё раз'))
    await user.type(form.getByLabelText('Новый PIN ещё раз'), '4321')
    server.responds(profiles.list, buildProfileList([buildProfile()], { pin: set }))
    server.responds(profiles.purchases, { ...set, on_purchases: 1 })
    await user.click(form.getByRole('button', { name: 'Сохранить' }))
    await user.click(await screen.findByRole('switch', { name: 'Спрашивать PIN при покупках' }))
    expect(server.requests(profiles.setPin).map(({ input }) => input)).toEqual([{ pin: '4321' }])
    expect(server.requests(profiles.purchases).map(({ input }) => input)).toEqual([{ on_purchases: 1 }])
  })

  it('is changed with the former one or, where it is forgotten, with the password', async () => {
    server.responds(profiles.list, buildProfileList([buildProfile()], { pin: set }))
    server.rejects(profiles.setPin, { failure: 'wrong_password', message: 'Неверный пароль' })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Сменить PIN' }))
    const form = within(await screen.findByRole('dialog', { name: 'Сменить PIN' }))
    form.getByLabelText('Прежний PIN')
    await user.click(form.getByRole('button', { name: 'Не помню PIN' }))
    await user.type(form.getByLabelText('Пароль аккаунта'), 'secret-1')
    await user.type(form.getByLabelText('Новый PIN, от 4 до 6 цифр'), '1111')
    await user.type(form.getByLabelText('Новый PIN ещё раз'), '1111')
    await user.click(form.getByRole('button', { name: 'Сохранить' }))
    await form.findByText('Неверный пароль')
    expect(server.requests(profiles.setPin).map(({ input }) => input)).toEqual([
      { pin: '1111', password: 'secret-1' },
    ])
  })

  it('is removed with the former one', async () => {
    server.responds(profiles.list, buildProfileList([buildProfile()], { pin: set }))
    server.responds(profiles.setPin, unset)
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Убрать PIN' }))
    const form = within(await screen.findByRole('dialog', { name: 'Убрать PIN' }))
    await user.type(form.getByLabelText('Прежний PIN'), '4321')
    await user.click(form.getByRole('button', { name: 'Убрать PIN' }))
    await screen.findByText('PIN убран')
    expect(server.requests(profiles.setPin).map(({ input }) => input)).toEqual([
      { pin: '', former_pin: '4321' },
    ])
  })
})
