/**
 * Section 7 of the specification, line by line: every path and parameter as it is written there, declared and
 * implemented.
 */
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { site } from '#contract/site/site.ts'
import { allCalls, askPath } from '#tests/kit/product/request.ts'

/** `METHOD path (parameters)`, as the specification has them; ids in a path are parameters too. */
type Line = `${'GET' | 'POST'} ${string}`

const mainApi: readonly Line[] = [
  'GET /api/v1.2.0/notifications (page)',
  'GET /api/v1.2.0/notifications/{id}',
  'POST /api/v1.0.0/customer/login',
  'POST /api/v1.0.0/customer/logout',
  'GET /api/v1.2.0/search/all (query)',
  'GET /api/v1.2.0/search/movies/related (query, q)',
  'GET /api/v1.1.0/genres',
  'GET /api/v1.2.0/constructors (device)',
  'GET /api/v1.2.0/constructors/{id} (device)',
  'GET /api/v1.1.0/banners',
  'GET /api/v1.2.0/ip/check',
  'GET /api/v1.3.0/tariffs',
  'GET /api/v1.2.0/cinemas',
  'GET /api/v1.1.0/news (page)',
  'GET /api/v1.0.0/news/{id}',
  'POST /api/set/shpion/pay (abonement, amount)',
  'GET /api/v1.2.0/problems (type)',
  'POST /api/v1.2.0/complaints (body, type, device)',
]
const otherHosts: readonly Line[] = [
  'GET /history/api/v1.2.0/payments/history',
  'GET /api/title',
  'POST /api/tariff/list',
]
const paymentService: readonly Line[] = [
  'GET /payment/atmos/cards',
  'GET /payment/atmos/orders/{id}',
  'POST /payment/atmos/orders/{id}/init (card_number, card_expiry)',
  'POST /payment/atmos/orders/{id}/confirm (card_bind_transaction_id, sms_code)',
  'POST /payment/atmos/orders (amount, tariff_id)',
  'POST /payment/atmos/balance/fill (card_id, amount)',
  'POST /payment/atmos/cards/{id}/set_main',
  'POST /payment/atmos/cards/{id}/delete',
  'POST /payment/atmos/tariffs/{id}/activate (card_id)',
  'POST /payment/atmos/customer/sync',
]
/** The paths under `/middleware/`. */
const middleware = [
  'video/rating/set (vid, rating)',
  'customer/tariff/list',
  'phpapi/check_phone (phone)',
  'login (phone_number, abonement, password, device_uid, device_serial, device_model)',
  'account/reset_password (mobile_phone_number, code)',
  'account/register (mobile_phone_number, send_sms, comment, device_uid, utm_source, utm_campaign)',
  'phpapi/rereg (phone)',
  'account/password/change (old_password, new_password)',
  'account/status',
  'customer/info',
  'logout',
  'actor/detail (aid)',
  'video/list',
  'noauth/video/list',
  'video/detail (vid, lang, type)',
  'noauth/video/detail (vid, lang, type)',
  'video/episode/list (season_id)',
  'video/url (vid, vfid, redirect)',
  'video/settings/set (vid, is_favorited)',
  'customer/tariff/subscription/cost (tariff_id)',
  'customer/tariff/subscribe (tariff_id)',
  'customer/tariff/unsubscribe (tariff_id)',
  'customer/tariff/subscription/list (tariff_id)',
  'promo/activate (code)',
  'content/position/set (content_id, asset_id, position, content_type)',
  'channel/list (compact)',
  'channel/url (cid, redirect)',
  'channel/detail (cid)',
  'settings/save (favorite_channel, unfavorite_channel)',
  'program/url (pid, time, cid)',
  'program/list (cid, time_from, time_to)',
  'category/list (lang)',
  'noauth/category/list (lang)',
  'noauth/portal/client/channel/list (tariff_id)',
].map((line): Line => `GET /middleware/${line}`)
/** "Common middleware params", section 7. */
const commonParameters = ['client_id', 'key', 'device', 'authkey']

function readLine(line: Line) {
  const [, method = '', path = '', listed = ''] = /^(\S+) (\S+)(?: \((.*)\))?$/.exec(line) ?? []
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const parameters = [...inPath, ...(listed === '' ? [] : listed.split(', '))]
  return { method: method === 'POST' ? ('POST' as const) : ('GET' as const), path, parameters }
}

function fieldsOf(input: z.ZodMiniType) {
  return Object.keys(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {})
}

describe.each([
  ['[API-01] the main API', mainApi, []],
  ['[API-02] the middleware', middleware, commonParameters],
  ['[API-03] [PAY-05] the payment service', paymentService, []],
  ['[API-03] the history service and the site’s host', otherHosts, []],
])('%s', (_title, lines, common) => {
  it.each(lines)('declares %s', (line) => {
    const { method, path, parameters } = readLine(line)
    const declared = allCalls.find(({ endpoint }) => endpoint.path === path && endpoint.method === method)
    expect(declared, 'this path is no call of the contract').toBeDefined()
    if (declared !== undefined)
      expect(fieldsOf(declared.endpoint.input)).toEqual(expect.arrayContaining([...parameters, ...common]))
  })

  // Called without its required fields: an endpoint rejects that with its own message, an unknown path is not found.
  it.each(lines)('responds to %s', async (line) => {
    const { method, path } = readLine(line)
    const answered = await askPath(path.replace(/\{\w+\}/g, 'none'), { method })
    expect(answered.json).toBeDefined()
    expect([200, 400, 403, 422]).toContain(answered.status)
    expect(['not_found', 'method_not_allowed']).not.toContain(answered.json?.['failure'])
  })
})

describe('besides the lists', () => {
  it("[API-03] [TARIFF-03] has the site's tariffs at data.tariffs.item, without the excluded ones", async () => {
    const answered = await askPath('/api/tariff/list', { method: 'POST' })
    const { tariffs } = z.parse(site.tariffList.output, answered.json?.['data'])
    expect(tariffs.item.length).toBeGreaterThan(0)
    for (const { tariff_id: id } of tariffs.item) expect([100, 101, 102, 103]).not.toContain(id)
  })

  it('[API-01] separates every version: another one is not an endpoint', async () => {
    for (const line of mainApi) {
      const { method, path } = readLine(line)
      const version = /\/v1\.\d\.0\//
      if (!version.test(path)) continue
      const answered = await askPath(path.replace(version, '/v1.9.0/').replace(/\{\w+\}/g, '1'), { method })
      expect(answered.status, path).toBe(404)
    }
  })
})
