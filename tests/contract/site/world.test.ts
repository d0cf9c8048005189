/** World mode for a viewer abroad: the running product, requested from an address outside the network. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { demoWorldChannelIds } from '#db/demo/channels.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { askPath, type Answered } from '#tests/kit/product/request.ts'

const abroad = { 'x-forwarded-for': '203.0.113.50' }
const atHome = { 'x-forwarded-for': '198.51.100.50' }
const publicList = '/middleware/noauth/portal/client/channel/list'
const ownList = '/middleware/channel/list'

interface Listed {
  readonly id: number
  readonly is_available: 0 | 1
}
let token = ''
beforeAll(async () => {
  const login = await logIn(inject('product').url, 'subscribed')
  token = login.token
})

async function listed(path: string, headers: Record<string, string>): Promise<readonly Listed[]> {
  const answered = await askPath(path, { headers, ...(path === ownList ? { token } : {}) })
  const data = answered.json?.['data'] as { channels: { item: Listed[] } } | undefined
  return data?.channels.item ?? []
}

async function ids(path: string, headers: Record<string, string>) {
  return (await listed(path, headers)).map(({ id }) => id)
}

/** A channel that is in the list at home and not in the one abroad. */
async function homeOnly() {
  const match = (await ids(ownList, atHome)).find((id) => !demoWorldChannelIds.includes(id))
  if (match === undefined) throw new Error('every channel of the demo is in the world list')
  return match
}

function url(cid: number, headers: Record<string, string>): Promise<Answered> {
  return askPath('/middleware/channel/url', { fields: { cid, redirect: 0 }, token, headers })
}

describe('outside the network', () => {
  it('[TV-07] guests and subscribers see exactly the configured channels in their order', async () => {
    expect(demoWorldChannelIds).toHaveLength(24)
    // Alternating, so that a response cached for one region would be served to the other.
    for (let round = 0; round < 3; round += 1) {
      for (const path of [publicList, ownList]) {
        expect(await ids(path, abroad)).toEqual(demoWorldChannelIds)
        expect((await ids(path, atHome)).length).toBeGreaterThan(24)
      }
    }
  })

  it('[TV-07] every client gets the ids of those channels, to filter any list', async () => {
    for (const headers of [abroad, atHome]) {
      const { json } = await askPath('/middleware/noauth/channel/world', { headers })
      expect(json).toMatchObject({ error: 0, data: { cids: demoWorldChannelIds } })
    }
  })

  it('[TV-07] [REGION-01] by hand: the address that the demo prints for it counts as abroad for every client', async () => {
    const output = readFileSync(inject('product').outputPath, 'utf8')
    const page = /^Demo from outside the national network: (http:\/\/127\.0\.0\.1:\d+)$/m.exec(output)?.[1]
    const get = async (path: string, headers = {}) =>
      (await fetch(`${page}${path}`, { headers, signal: AbortSignal.timeout(20_000) })).json() as Promise<{
        is_tasix?: number
        data: { channels: { item: Listed[] } }
      }>
    expect(await get('/api/v1.2.0/ip/check', atHome)).toEqual({ is_tasix: 0 })
    expect((await get(publicList)).data.channels.item.map(({ id }) => id)).toEqual(demoWorldChannelIds)
  })

  it('[TV-07] [REGION-02] a forged header does not change the region', async () => {
    const forged = {
      'x-forwarded-for': `${atHome['x-forwarded-for']}, ${abroad['x-forwarded-for']}`,
      'x-real-ip': atHome['x-forwarded-for'],
      forwarded: `for=${atHome['x-forwarded-for']}`,
    }
    expect(await ids(publicList, forged)).toEqual(demoWorldChannelIds)
    expect(await url(await homeOnly(), forged)).toMatchObject({ json: { failure: 'outside_region' } })
  })

  it('[TV-07] a listed channel plays and any other gives the reason why it does not', async () => {
    const open = (await listed(ownList, abroad)).find(({ is_available }) => is_available === 1)
    const address = (await url(open?.id ?? 0, abroad)).json?.['data'] as { url: string } | undefined
    const playlist = await askPath(new URL(address?.url ?? '', inject('product').url).pathname, {
      headers: abroad,
    })
    expect(playlist.status).toBe(200)
    expect(playlist.text).toContain('#EXTM3U')

    const cid = await homeOnly()
    expect((await url(cid, atHome)).json).toMatchObject({ error: 0 })
    for (const lang of ['ru', 'uz']) {
      const refused = await askPath('/middleware/channel/url', {
        fields: { cid, lang },
        token,
        headers: abroad,
      })
      expect(refused).toMatchObject({ status: 200, json: { failure: 'outside_region' } })
      expect(String(refused.json?.['message']).length).toBeGreaterThan(10)
    }
  })

  it('[TV-07] the details of a channel that is not listed say that it is not available', async () => {
    const detail = async (cid: number, headers: Record<string, string>) => {
      const { json } = await askPath('/middleware/channel/detail', { fields: { cid }, token, headers })
      return (json?.['data'] as { channel: Listed } | undefined)?.channel.is_available
    }
    const cid = await homeOnly()
    expect(await detail(cid, abroad)).toBe(0)
    const both = (await listed(ownList, abroad)).find(({ is_available }) => is_available === 1)?.id ?? 0
    expect(await detail(both, abroad)).toBe(1)
  })

  it('categories are the same everywhere', async () => {
    const path = '/middleware/noauth/category/list'
    const [here, there] = [await askPath(path, { headers: atHome }), await askPath(path, { headers: abroad })]
    expect(there.status).toBe(200)
    expect(there.json).toEqual(here.json)
  })
})

describe('the operator', () => {
  const run = async (...args: string[]) => {
    const env = { ...process.env, EKRAN_DATA: inject('product').dataDir }
    return promisify(execFile)(process.execPath, ['server/cli/cli.ts', 'network', ...args], {
      env,
    }).catch((error: { code: number; stderr: string }) => ({ stdout: '', ...error }))
  }

  it('[TV-07] reorders the channels abroad, and the running product follows', async () => {
    const turned = demoWorldChannelIds.toReversed()
    try {
      expect((await run('world', turned.join(','))).stdout).toContain('24 channels')
      await expect.poll(() => ids(publicList, abroad), { timeout: 30_000 }).toEqual(turned)
      expect(await run('world', '101,101')).toMatchObject({ code: 1, stderr: expect.stringContaining('101') })
      expect(await ids(publicList, abroad)).toEqual(turned)
    } finally {
      await run('world', demoWorldChannelIds.join(','))
      await expect.poll(() => ids(publicList, abroad), { timeout: 30_000 }).toEqual(demoWorldChannelIds)
    }
  }, 90_000)

  it('[REGION-02] reads in /readyz how old the list of prefixes is', async () => {
    const { status, json } = await askPath('/readyz')
    expect(status).toBe(200)
    const part = (json?.['parts'] as Record<string, object> | undefined)?.['network prefixes']
    expect(part).toEqual({
      state: 'ready',
      count: 1,
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      age_days: 0,
    })
    expect((await askPath('/metrics')).text).toMatch(/^ekran_network_prefixes 1$/m)
  })
})
