import { expect, it } from 'vitest'
import { inServiceName } from './service-words.ts'

it('[SHELL-02] a built-in text names the service as it was set, and a screen stays a screen', () => {
  const page = {
    title: 'Androidda Ekran',
    parts: ['Ekrandagi kod', { text: 'Откройте Ekran.', count: 3 }, null],
  }
  expect(inServiceName(page, 'Bahor TV $&')).toEqual({
    ...{ title: 'Androidda Bahor TV $&' },
    parts: ['Ekrandagi kod', { text: 'Откройте Bahor TV $&.', count: 3 }, null],
  })
  expect(inServiceName(page, 'Ekran')).toBe(page)
})
