/** Subscribers of the desk, made at the command line: one at the phone, one with a television at which nothing is shown. */
import { expect } from 'vitest'
import type { Desk } from './desk.ts'
import type { Acts } from './task.ts'

/** The channel that nobody has switched on. */
export const darkChannel = 'Sinov kanali'
export const television = 'Samsung UE43'

const people = {
  sherzod: { number: '30000001', name: 'Шерзод Юсупов' },
  trial: { number: '30000009', name: 'Sinov' },
} as const
type Person = keyof typeof people

/** The pages of their cards, once they are there. */
const cards = new Map<Person, string>()
let password = ''

export async function loadSubscribers(desk: Desk): Promise<void> {
  const { number, name } = people.sherzod
  await desk.command('accounts', 'add', '--phone', '+998901114567', '--abonement', number, '--name', name)
  await desk.command('channels', 'add', darkChannel, 'udp://239.1.1.7:5000', '--off')
  const made = await desk.command(
    ...['trials', 'make', '--abonement', people.trial.number, '--name', people.trial.name],
  )
  password = /The password is (.+?) and is/.exec(made)?.[1] ?? ''
  expect(await mayLogIn(desk)).toBe(true)
  for (const [person, one] of Object.entries(people)) {
    await desk.page.goto(`/console/subscribers?q=${one.number}`)
    const link = desk.page.getByRole('list', { name: 'Найденные абоненты' }).getByRole('link').first()
    const path = (await link.getAttribute('href')) ?? ''
    cards.set(person as Person, path.replace(/^\/console/, ''))
  }
}

/** The address of a card, for the `from` of a task. */
export const cardOf = (person: Person) => () => {
  const path = cards.get(person)
  if (path === undefined) throw new Error(`there is no card of ${person} yet`)
  return path
}

/** Whether the television of the trial subscriber may log in. */
export async function mayLogIn({ url }: Desk): Promise<boolean> {
  const response = await fetch(`${url}/middleware/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ abonement: people.trial.number, password },
      ...{ device_uid: 'task-television', device_model: television },
    }),
  })
  const { data } = (await response.json()) as { readonly data?: { readonly authkey?: string } }
  return data?.authkey !== undefined
}

export const button = ({ page }: Desk, name: string) => page.getByRole('button', { name, exact: true })
export const history = ({ page }: Desk) => page.getByRole('list', { name: 'История' })
export const dialog = ({ page }: Desk) => page.getByRole('dialog')

/** Fills the reason of the open form, and sends it. */
export async function confirm(acts: Acts, desk: Desk, name: string, reason: string): Promise<void> {
  if (reason !== '') await acts.type(dialog(desk).getByLabel('Причина'), reason)
  await acts.press(dialog(desk).getByRole('button', { name, exact: true }))
  await dialog(desk).waitFor({ state: 'detached' })
}

/** A choice from a list of the console: two presses. */
export async function pick(acts: Acts, { page }: Desk, label: string, option: string): Promise<void> {
  await acts.press(
    page
      .getByRole('button', { name: new RegExp(`(?:^|\\s)${label}$`) })
      .and(page.locator('[aria-haspopup=listbox]')),
  )
  await acts.press(page.getByRole('option', { name: option }))
}
