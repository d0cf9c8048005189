import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { serviceLook } from './first-page.ts'
import { storeServer } from '#web/state/site-address.ts'
import { takeServiceName } from './stored-service.ts'

const stored = new Map<string, string>()
let about: unknown
let isThere = true
beforeEach(() => {
  stored.clear()
  isThere = true
  about = { company: 'Zamin', support_phone: '1000', name_ru: 'Замин ТВ', name_uz: 'Zamin TV', logo: '' }
  vi.stubGlobal('ekranApp', { platform: 'webos', version: '1.0.0', name: 'Package' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify({ error: 0, message: '', data: about }))
  })
  storeServer('https://tv.example.uz')
})
afterEach(() => vi.unstubAllGlobals())

it('[BRAND-01] a packaged app shows the name of its server, at the next start without a connection too', async () => {
  about = { ...(about as object), logo: '/images/logo/1/0123456789abcdef0123/320.webp' }
  await takeServiceName()
  const look = {
    name: { ru: 'Замин ТВ', uz: 'Zamin TV' },
    logo: 'https://tv.example.uz/images/logo/1/0123456789abcdef0123/320.webp',
  }
  expect(serviceLook()).toMatchObject(look)
  isThere = false
  about = undefined
  await takeServiceName()
  expect(serviceLook()).toMatchObject(look)
})

it('[BRAND-01] a packaged app keeps no name of another server, and none that a server does not say', async () => {
  await takeServiceName()
  const former = stored.get('ekran.service')
  storeServer('https://other.example.uz')
  about = { company: 'Other', support_phone: '1000' }
  await takeServiceName()
  expect(stored.get('ekran.service')).toBe(former)
  about = { ...(about as object), name_ru: 'Другой', name_uz: 'Boshqa', logo: '' }
  await takeServiceName()
  expect(serviceLook().name).toEqual({ ru: 'Другой', uz: 'Boshqa' })
  expect(stored.get('ekran.service')).toContain('other.example.uz')
})
