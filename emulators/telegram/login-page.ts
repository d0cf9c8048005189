/** The page of oauth.telegram.org that asks a person whether a site may know who they are, and the signed answer. */
import { createHash, createHmac } from 'node:crypto'
import type { GatewayResponse } from '#emulators/http/exchange.ts'
import type { Bot } from './bot-api.ts'
import type { Person } from './chats.ts'
import { escaped, htmlPage } from './page.ts'

/** Asks as whom to log in; a button leads back to the site. */
export function loginPage(query: URLSearchParams, bot: Bot, people: readonly Person[]): GatewayResponse {
  const returnTo = query.get('return_to') ?? ''
  if (query.get('bot_id') !== String(bot.id) || !URL.canParse(returnTo))
    return { status: 400, type: 'text/plain', body: 'Bot domain invalid' }
  const buttons = people.map(
    (person) =>
      `<p><a class="button" href="/auth/allow?person=${person.id}&amp;return_to=${escaped(encodeURIComponent(returnTo))}">${escaped(person.firstName)} · ${escaped(person.phone)}</a></p>`,
  )
  const site = escaped(new URL(returnTo).host)
  return htmlPage('Telegram', `<h1>Войти на ${site} · ${site} saytiga kirish</h1>${buttons.join('')}`)
}

/** Leads back with the signed facts of a person in the fragment. */
export function loginAllowed(query: URLSearchParams, bot: Bot, person: Person | undefined): GatewayResponse {
  const returnTo = query.get('return_to') ?? ''
  if (person === undefined || !URL.canParse(returnTo))
    return { status: 400, type: 'text/plain', body: 'Bad Request' }
  const result = Buffer.from(JSON.stringify(signedLogin(bot.token, person))).toString('base64url')
  return {
    ...{ status: 302, type: 'text/plain', body: '' },
    headers: { location: `${returnTo.replace(/#.*$/, '')}#tgAuthResult=${result}` },
  }
}

/** The facts of a person with their hash (https://core.telegram.org/widgets/login#checking-authorization). */
export function signedLogin(
  token: string,
  { id, firstName, username }: Pick<Person, 'id' | 'firstName' | 'username'>,
  atMs: number = Date.now(),
): Readonly<Record<string, string | number>> {
  const facts: Record<string, string | number> = {
    ...{ id, first_name: firstName, auth_date: Math.floor(atMs / 1000) },
    ...(username === '' ? {} : { username }),
  }
  const text = Object.keys(facts)
    .toSorted()
    .map((name) => `${name}=${facts[name]}`)
    .join('\n')
  const key = createHash('sha256').update(token).digest()
  return { ...facts, hash: createHmac('sha256', key).update(text).digest('hex') }
}
