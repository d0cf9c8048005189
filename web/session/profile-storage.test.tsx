import { afterEach, beforeEach, expect, it } from 'vitest'
import { profileStorage } from './profile-storage.ts'
import { storedProfile } from './profile.ts'
import { session } from './session.ts'

const face = {
  name: '',
  picture: 'cat',
  colour: 'lapis',
  isChild: false,
  isLimited: false,
  count: 2,
}
const use = (no: number) => storedProfile.set({ no, ...face })

beforeEach(() => {
  localStorage.clear()
  session.signIn({ token: 'one', abonement: '111111', deviceUid: 'device-1' })
  use(0)
})
afterEach(() => session.signOut())

it('[PROF-01] each profile finds its own again, and nothing of another', () => {
  const searches = profileStorage('a-test')
  searches.write('of the parents')
  use(1)
  expect(searches.read()).toBeNull()
  searches.write('of the child')
  use(0)
  expect(searches.read()).toBe('of the parents')
  use(1)
  expect(searches.read()).toBe('of the child')
  searches.write(null)
  expect(searches.read()).toBeNull()
})

it('[ACC-07] a logout removes those of all profiles, and nothing else', () => {
  const searches = profileStorage('a-test')
  searches.write('of the parents')
  use(1)
  searches.write('of the child')
  localStorage.setItem('a-test-of-another-name', 'stays')
  session.signOut()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('a-test'))).toEqual([
    'a-test-of-another-name',
  ])
})
