/** The operator's endpoints of the running product, and what it must never print. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { api } from '#contract/api.ts'
import { demoAccounts } from '#db/demo/accounts.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { askPath, origin } from '#tests/kit/product/request.ts'
import { call, findContent } from '#tests/kit/product/demo-content.ts'

describe('the product', () => {
  it('[OPS-03] reports that it is alive and that every part of it is ready', async () => {
    expect(await askPath('/healthz')).toMatchObject({ status: 200, json: { state: 'alive' } })
    const ready = await askPath('/readyz')
    expect(ready.status).toBe(200)
    expect(ready.json).toMatchObject({ ready: true, parts: { database: { state: 'ready' } } })
  })

  it('[OPS-03] shows a viewer neither the state of its parts nor its metrics', async () => {
    for (const path of ['/metrics', '/readyz', '/metrics/'])
      expect((await askPath(path, { headers: { 'x-forwarded-for': '203.0.113.5' } })).status, path).toBe(404)
  })

  it('[OPS-03] restricts browsers to https where a proxy reports it', async () => {
    const answered = async (headers: Record<string, string>) => (await askPath('/', { headers })).headers
    const through = { 'x-forwarded-for': '203.0.113.5' }
    const name = 'strict-transport-security'
    expect((await answered({ ...through, 'x-forwarded-proto': 'https' })).get(name)).toBe('max-age=31536000')
    expect((await answered({ ...through, 'x-forwarded-proto': 'http' })).get(name)).toBeNull()
    expect((await answered({})).get(name)).toBeNull()
  })

  it('[OPS-03] counts its responses for Prometheus, by endpoint and never by client address', async () => {
    const count = async () => {
      const { text } = await askPath('/metrics')
      const line =
        /^ekran_http_request_duration_seconds_count\{endpoint="site.genres",status="2xx"\} (\d+)$/m.exec(text)
      return { text, asked: Number(line?.[1] ?? 0) }
    }
    const before = await count()
    for (let times = 0; times < 3; times++) await askPath('/api/v1.1.0/genres')
    const after = await count()
    // Other tests send requests meanwhile.
    expect(after.asked).toBeGreaterThanOrEqual(before.asked + 3)
    await askPath('/api/nothing-of-this-name')
    for (const line of (await count()).text.split('\n').filter((one) => one !== '' && !one.startsWith('#')))
      expect(line).toMatch(/^[a-z0-9_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [-+0-9.eInfNa]+$/)
    expect(after.text).not.toContain('nothing-of-this-name')
    for (const name of ['ekran_memory_resident_bytes', 'ekran_cpu_seconds', 'ekran_database_connections'])
      expect(after.text).toContain(`# TYPE ${name} gauge`)
  })

  it('[OPS-03] reports every recorded channel as gauges', async () => {
    const up = await within(60_000, async () => {
      const { text } = await askPath('/metrics')
      const matches = [...text.matchAll(/^ekran_channel_up\{channel="(\d+)"\} 1$/gm)].map(
        ([, number]) => number,
      )
      return matches.length > 0 && /^ekran_channel_bits_per_second\{/m.test(text)
        ? { found: matches, text }
        : undefined
    })
    expect(up.text).toMatch(/^ekran_channel_last_segment_age_seconds\{channel="\d+"\} \d/m)
    expect(up.text).toMatch(/^ekran_channel_guide_ahead_seconds\{channel="\d+"\} [1-9]/m)
    expect(up.text).toMatch(/^ekran_media_disk_free_bytes [1-9]/m)
    expect(up.found.length).toBeGreaterThan(0)
  })

  it('leads from the addresses of former pages to the console', async () => {
    const { status, headers } = await fetch(`${origin()}/operator/channels`, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([302, '/console/health'])
  })

  it('[OPS-03] gives every response a request id and logs it with what was done', async () => {
    const account = demoAccounts()[0]
    const answered = await askPath('/middleware/login', {
      method: 'POST',
      fields: { abonement: account?.abonement, password: 'not this one', device_uid: 'operations' },
      headers: { 'x-request-id': 'operations-test-0001', 'x-forwarded-for': '198.51.100.251' },
    })
    expect(answered.headers.get('x-request-id')).toBe('operations-test-0001')
    const line = await printed((text) => text.split('\n').find((one) => one.includes('operations-test-0001')))
    expect(line).toContain('accounts.login')
    expect((await askPath('/healthz')).headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
  })

  it('[OPS-03] never prints a password, a token, a ticket or one of its keys', async () => {
    const { token } = await logIn(origin(), 'subscribed')
    const { cid } = await findContent(token)
    await askPath('/middleware/customer/info', {
      fields: { authkey: token, key: 'client-key-in-an-address' },
    })
    const { url } = await call(api.channels.url, { cid }, token)
    const ticket = url.split('/')[2] ?? ''
    expect(ticket.length).toBeGreaterThan(40)
    await askPath(url.replace(ticket, `${ticket.slice(0, -2)}xx`))
    await askPath(`/nothing/p/${ticket}/x`, { headers: { authorization: `Bearer ${token}` } })
    const marker = 'operations-test-0002'
    await askPath('/healthz', { headers: { 'x-request-id': marker } })
    const text = await printed((all) => (all.includes(marker) ? all : undefined))
    const keys = JSON.parse(readFileSync(join(inject('product').dataDir, 'secrets.json'), 'utf8')) as {
      ticketSecrets: string[]
      passwordPepper: string
    }
    const secrets = [
      token,
      ticket,
      'client-key-in-an-address',
      'not this one',
      ...keys.ticketSecrets,
      keys.passwordPepper,
    ]
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    expect(text).toContain('/middleware/customer/info?authkey=[hidden]')
  })
})

/** The first successful response, requested repeatedly. */
async function within<Found>(limitMs: number, ask: () => Promise<Found | undefined>): Promise<Found> {
  const giveUpAtMs = performance.now() + limitMs
  for (;;) {
    const result = await ask()
    if (result !== undefined) return result
    if (performance.now() > giveUpAtMs) throw new Error(`not there within ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/** The demo's passwords are printed on purpose, for the person at the terminal; all other secrets must not be. */
async function printed<Found>(find: (text: string) => Found | undefined): Promise<Found> {
  for (let tries = 0; tries < 200; tries++) {
    const match = find(readFileSync(inject('product').outputPath, 'utf8'))
    if (match !== undefined) return match
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it was not printed within twenty seconds')
}
