import { expect, it } from 'vitest'
import { presentNotification } from './present-notification.ts'

it('shows a notification in the client’s language, read or not', () => {
  const one = {
    notificationId: 9,
    title: { ru: 'Оплата', uz: 'Toʻlov' },
    body: { ru: 'Спасибо', uz: 'Rahmat' },
    href: '/cabinet',
    isRead: false,
    createdAtMs: 1_768_478_400_500,
  }
  expect(presentNotification(one, 'uz')).toEqual({
    id: 9,
    title: 'Toʻlov',
    body: 'Rahmat',
    href: '/cabinet',
    is_read: 0,
    created_at: 1_768_478_400,
  })
  expect(presentNotification({ ...one, isRead: true }, 'ru')).toMatchObject({ title: 'Оплата', is_read: 1 })
})
