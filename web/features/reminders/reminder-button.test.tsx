import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Reminder, reminders } from '#contract/channels/reminders.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { useLoginNeed } from '#web/session/login-needed.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { ReminderAction, ReminderButton } from './reminder-button.tsx'

const match = { cid: 5, pid: 7, title: 'Футбол' }

function stored(pid: number, id: number): Reminder {
  return {
    ...{ id, pid, cid: 5, channel_name: 'Спорт', logo: '', title: 'Футбол', sub_title: '' },
    ...{ season: null, episode: null, begin_time: 1, end_time: 2, state: 'coming', href: '/channel/5' },
  }
}

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(reminders.list, { minutes_before: 15, reminders: [stored(8, 80)] })
  server.responds(reminders.add, { id: 70, was_there: 0 })
  server.responds(reminders.remove, {})
})

function Login() {
  return <p>{useLoginNeed() === null ? 'not asked' : 'log in first'}</p>
}

async function open(as: typeof viewer | null = viewer) {
  return show(
    <>
      <ReminderButton programme={match} />
      <ReminderAction programme={{ ...match, pid: 8, title: 'Кино' }} />
      <Login />
      <Toaster />
    </>,
    as === null ? {} : { as },
  )
}

describe('[FOLLOW-01] the bell of a programme that is coming', () => {
  it('shows the reminders of the viewer, requested once for all buttons', async () => {
    await open()
    await screen.findByRole('button', { name: 'Не напоминать' })
    expect(screen.getByRole('button', { name: 'Напомнить: Футбол' })).toBeTruthy()
    expect(server.requests(reminders.list)).toHaveLength(1)
  })

  it('adds a reminder, says when it comes, and removes the same one', async () => {
    const { user } = await open()
    await screen.findByRole('button', { name: 'Не напоминать' })
    await user.click(screen.getByRole('button', { name: 'Напомнить: Футбол' }))
    await screen.findByText('Напомним за 15 минут')
    await user.click(screen.getByRole('button', { name: 'Не напоминать: Футбол' }))
    await screen.findByText('Напоминание удалено')
    expect(server.requests(reminders.add).map(({ input }) => [input['cid'], input['pid']])).toEqual([[5, 7]])
    expect(server.requests(reminders.remove).map(({ input }) => input['id'])).toEqual([70])
    expect(screen.getByRole('button', { name: 'Напомнить: Футбол' })).toBeTruthy()
  })

  it('is as before when the server refuses or is not reached, with words', async () => {
    server.rejects(reminders.add, { failure: 'reminder_begun', message: 'Эта передача уже началась' })
    const { user } = await open()
    await screen.findByRole('button', { name: 'Не напоминать' })
    await user.click(screen.getByRole('button', { name: 'Напомнить: Футбол' }))
    await screen.findByText('Эта передача уже началась')
    expect(screen.getByRole('button', { name: 'Напомнить: Футбол' })).toBeTruthy()
    server.isLost(reminders.remove)
    await user.click(screen.getByRole('button', { name: 'Не напоминать' }))
    await screen.findByText(/Проверьте связь/)
    expect(screen.getByRole('button', { name: 'Не напоминать' })).toBeTruthy()
  })

  it('asks a guest to log in, and requests nothing', async () => {
    const { user } = await open(null)
    await user.click(screen.getByRole('button', { name: 'Напомнить: Футбол' }))
    await waitFor(() => expect(screen.getByText('log in first')).toBeTruthy())
    expect([...server.requests(reminders.add), ...server.requests(reminders.list)]).toEqual([])
  })
})
