/** The emulator by its protocol, over HTTP. */
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runEmulator } from '#tests/kit/emulators/emulator-program.ts'
import { startTelegram, type TelegramEmulator } from '#tests/kit/emulators/telegram.ts'

let telegram: TelegramEmulator
beforeAll(async () => {
  telegram = await startTelegram(['--phone', '+998901234567'])
})
afterAll(() => telegram.stop())
beforeEach(() => telegram.fault('none'))

let people = 100
function nextPerson() {
  people += 1
  return people
}

async function call(method: string, body: object = {}, token = telegram.token) {
  const response = await fetch(`${telegram.page}/bot${token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const answer = (await response.json()) as { ok: boolean; result: unknown; description?: string }
  return { status: response.status, ...answer }
}

interface Update {
  readonly update_id: number
  readonly message?: {
    readonly text?: string
    readonly contact?: object
    readonly from: { readonly id: number }
  }
  readonly callback_query?: { readonly data: string }
}

/** Fetches and confirms everything that waits. */
async function fetchAll(): Promise<readonly Update[]> {
  const { result } = await call('getUpdates')
  const updates = result as readonly Update[]
  const last = updates.at(-1)
  if (last !== undefined) await call('getUpdates', { offset: last.update_id + 1 })
  return updates
}

describe('the emulated Bot API', () => {
  it('knows its bot by its token only', async () => {
    expect(await call('getMe')).toMatchObject({
      status: 200,
      result: { is_bot: true, username: telegram.username },
    })
    expect(await call('getMe', {}, '1:wrong')).toMatchObject({ status: 401, ok: false })
    expect(await call('sendDice')).toMatchObject({ status: 404, description: 'Not Found' })
  })

  it('delivers what people do until it is confirmed, and wakes a waiting request', async () => {
    const person = nextPerson()
    await fetchAll()
    const waiting = call('getUpdates', { timeout: 20 })
    await telegram.play(person, { do: 'message', text: '/start abc' })
    const { result } = await waiting
    expect(result).toMatchObject([{ message: { text: '/start abc', from: { id: person } } }])
    expect(await call('getUpdates')).toMatchObject({ result })
    expect(await fetchAll()).toHaveLength(1)
    expect(await call('getUpdates')).toMatchObject({ result: [] })
  })

  it('refuses the former of two that fetch at once', async () => {
    await fetchAll()
    const former = call('getUpdates', { timeout: 20 })
    await expect.poll(async () => (await call('getUpdates')).status).toBe(200)
    expect(await former).toMatchObject({ status: 409 })
  })

  it('sends a message with buttons, and a press comes back', async () => {
    const person = nextPerson()
    await telegram.play(person, { do: 'message', text: 'hello' })
    const keyboard = { inline_keyboard: [[{ text: 'Off', callback_data: 'off:3' }]] }
    const sent = await call('sendMessage', { chat_id: person, text: 'Renewal', reply_markup: keyboard })
    const { message_id: messageId } = sent.result as { message_id: number }
    await fetchAll()
    await telegram.play(person, { do: 'press', message_id: messageId, data: 'off:3' })
    const [update] = await fetchAll()
    expect(update?.callback_query).toMatchObject({ data: 'off:3', from: { id: person } })
    const edit = { chat_id: person, message_id: messageId, text: 'Sure?', reply_markup: keyboard }
    expect(await call('editMessageText', edit)).toMatchObject({ ok: true })
    expect(await call('editMessageText', edit)).toMatchObject({ status: 400 })
    expect((await telegram.messages(person)).at(-1)).toMatchObject({ text: 'Sure?', edits: 1 })
    const wrong = { inline_keyboard: [[{ text: 'Off', callback_data: 'x'.repeat(65) }]] }
    expect(await call('sendMessage', { chat_id: person, text: 'x', reply_markup: wrong })).toMatchObject({
      status: 400,
      description: 'Bad Request: BUTTON_DATA_INVALID',
    })
  })

  it('shares the contact by a button that is shown only, and marks one that was passed on', async () => {
    const person = nextPerson()
    await telegram.play(person, { do: 'message', text: 'hello', phone: '+998901112233' })
    await expect(telegram.play(person, { do: 'share' })).rejects.toThrow(/no button/)
    const keyboard = { keyboard: [[{ text: 'My phone', request_contact: true }]] }
    await call('sendMessage', { chat_id: person, text: 'Phone?', reply_markup: keyboard })
    await call('sendMessage', { chat_id: person, text: 'Please.' })
    await fetchAll()
    await telegram.play(person, { do: 'share' })
    await telegram.play(person, { do: 'contact', passed_on: 'forward' })
    const [shared, forwarded] = await fetchAll()
    expect(shared?.message?.contact).toMatchObject({ phone_number: '998901112233', user_id: person })
    expect(shared?.message).not.toHaveProperty('forward_origin')
    expect(forwarded?.message).toHaveProperty('forward_origin')
    const removing = { remove_keyboard: true }
    await call('sendMessage', { chat_id: person, text: 'Thanks', reply_markup: removing })
    await expect(telegram.play(person, { do: 'share' })).rejects.toThrow(/no button/)
  })

  it('refuses messages to people who blocked the bot, and to unknown ones', async () => {
    const person = nextPerson()
    await telegram.play(person, { do: 'block' })
    expect(await call('sendMessage', { chat_id: person, text: 'x' })).toMatchObject({
      status: 403,
      description: 'Forbidden: bot was blocked by the user',
    })
    await telegram.play(person, { do: 'unblock' })
    expect(await call('sendMessage', { chat_id: person, text: 'x' })).toMatchObject({ status: 200 })
    expect(await call('sendMessage', { chat_id: 1, text: 'x' })).toMatchObject({ status: 400 })
  })

  it('has faults: 429 with retry_after, 502, a closed connection, and a lost response', async () => {
    const person = nextPerson()
    await telegram.play(person, { do: 'message', text: 'hello' })
    await telegram.fault('throttle', 1)
    expect(await call('getMe')).toMatchObject({ status: 429, parameters: { retry_after: 1 } })
    await telegram.fault('unavailable', 1)
    expect(await call('getMe')).toMatchObject({ status: 502 })
    await telegram.fault('down', 1)
    await expect(call('getMe')).rejects.toThrow('fetch failed')
    await telegram.fault('lose_answer', 1)
    await expect(call('sendMessage', { chat_id: person, text: 'once' })).rejects.toThrow('fetch failed')
    expect((await telegram.messages(person)).map(({ text }) => text)).toEqual(['hello', 'once'])
  })

  it('posts to a webhook with its secret until it is accepted, and does not let it be fetched meanwhile', async () => {
    const person = nextPerson()
    await fetchAll()
    const received: { secret: unknown; body: string }[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        received.push({ secret: request.headers['x-telegram-bot-api-secret-token'], body })
        response.writeHead(received.length === 1 ? 500 : 200).end()
      })
    }).listen(0, '127.0.0.1')
    await expect.poll(() => server.address()).not.toBeNull()
    const { port } = server.address() as { port: number }
    const url = `http://127.0.0.1:${port}/hook`
    expect(await call('setWebhook', { url: 'http://example.uz/hook' })).toMatchObject({ status: 400 })
    expect(await call('setWebhook', { url, secret_token: 'secret-1' })).toMatchObject({ ok: true })
    expect(await call('getUpdates')).toMatchObject({ status: 409 })
    await telegram.play(person, { do: 'message', text: 'by webhook' })
    await expect.poll(telegram.pending).toBe(0)
    expect(received).toHaveLength(2)
    expect(received[0]).toEqual(received[1])
    expect(received[0]).toMatchObject({ secret: 'secret-1', body: expect.stringContaining('by webhook') })
    expect(await call('deleteWebhook')).toMatchObject({ ok: true })
    server.close()
  })

  it('leads back from its login page with signed facts', async () => {
    const query = new URLSearchParams({
      bot_id: telegram.token.split(':')[0] ?? '',
      origin: 'http://localhost:8080',
      return_to: 'http://localhost:8080/login',
    })
    const page = await (await fetch(`${telegram.page}/auth?${query}`)).text()
    const href = /href="([^"]+allow[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const allowed = await fetch(`${telegram.page}${href}`, { redirect: 'manual' })
    const [to, result = ''] = (allowed.headers.get('location') ?? '').split('#tgAuthResult=')
    expect(to).toBe('http://localhost:8080/login')
    expect(JSON.parse(Buffer.from(result, 'base64url').toString())).toMatchObject({
      first_name: 'Dilnoza',
      hash: expect.stringMatching(/^[\da-f]{64}$/),
    })
  })

  it('does not start with wrong arguments', async () => {
    expect(await runEmulator('telegram', ['--http-port', 'x'])).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining('x is not a port'),
    })
  })
})
