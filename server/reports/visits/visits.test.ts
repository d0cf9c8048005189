/** The way from a visit to the first payment: pages over real HTTP, sums of days in a real database. */
import { get } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBilling } from '#server/billing/billing.ts'
import { readSite } from '#server/platform/http/site/static-site.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { rowsBeneath, rollUpDays, showReport } from '#server/reports/reports.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { campaignIn, createVisitCounter, maxCampaigns } from './count-visits.ts'

const database = await createTestDatabase()
const { db } = database
const clock = manualClock(Date.UTC(2026, 10, 26, 7, 0))
const day = '2026-11-26'
const counter = createVisitCounter({ db, clock, log: silentLog })
const dir = mkdtempSync(join(tmpdir(), 'ekran-visits-'))
let app: FastifyInstance
let origin = ''
beforeAll(async () => {
  writeFileSync(
    join(dir, 'index.html'),
    '<!doctype html><html lang="{{lang}}"><head></head><body></body></html>',
  )
  const addSite = await readSite(dir)
  app = Fastify()
  addSite({
    ...{ app, publicUrl: undefined, onVisit: counter.count },
    pageHead: (path, language) => {
      const status = path === '/' ? 200 : 404
      return { status, language, title: 'Ekran', description: '' }
    },
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await counter.close()
  rmSync(dir, { recursive: true })
  await database.drop()
})

const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }
async function open(path: string, headers: Record<string, string> = opened): Promise<void> {
  // `fetch` sets these headers itself.
  await new Promise<void>((resolve, reject) => {
    const request = get(origin + path, { headers }, (response) => {
      response.resume()
      response.on('end', resolve)
    })
    request.on('error', reject)
  })
}

async function stored() {
  await counter.flush()
  const { rows } = await sql<{ source: string; medium: string; campaign: string; visits: number }>`
    select source, medium, campaign, visits from report_visit_day where day = ${day} order by visits desc, source`.execute(
    db,
  )
  return rows
}

describe('[REP-01] visits', () => {
  it('are pages that a browser opens from outside, by campaign, and nothing else', async () => {
    await open('/?utm_source=Telegram&utm_medium=post&utm_campaign=%20May%20')
    await open('/?utm_source=telegram&utm_medium=post&utm_campaign=may', {
      ...opened,
      'sec-fetch-site': 'none',
    })
    await open('/')
    for (const wrong of [
      { ...opened, 'sec-fetch-site': 'same-origin' },
      { ...opened, 'sec-fetch-dest': 'iframe' },
      { ...opened, 'sec-fetch-mode': 'no-cors' },
      { ...opened, 'sec-purpose': 'prefetch' },
      {},
    ])
      await open('/', wrong)
    await open('/nothing-is-here?utm_source=telegram')
    expect(await stored()).toEqual([
      { source: 'telegram', medium: 'post', campaign: 'may', visits: 2 },
      { source: '', medium: '', campaign: '', visits: 1 },
    ])
  })

  it('tell a limited number of campaigns apart, in memory and on a day', async () => {
    for (let nth = 0; nth < maxCampaigns * 3; nth += 1) counter.count(`/?utm_source=made-up-${nth}`)
    for (let nth = 0; nth < 5; nth += 1)
      counter.count('/?utm_source=telegram&utm_medium=post&utm_campaign=may')
    const rows = await stored()
    expect(rows.length).toBeLessThanOrEqual(maxCampaigns + 1)
    expect(rows.reduce((sum, { visits }) => sum + visits, 0)).toBe(3 + maxCampaigns * 3 + 5)
    // A full day still counts those it has, and all new ones as others.
    const others = rows.find(({ source }) => source === '(other)')?.visits ?? 0
    counter.count('/?utm_source=newcomer')
    counter.count('/?utm_source=telegram&utm_medium=post&utm_campaign=may')
    const later = await stored()
    expect(later.find(({ source }) => source === '(other)')?.visits).toBe(others + 1)
    expect(later.some(({ source }) => source === 'newcomer')).toBe(false)
  })

  it('have short names without what a database refuses', () => {
    const { source, medium } = campaignIn(
      `/?utm_source=${'я'.repeat(500)}&utm_medium=a%00b&utm_campaign=%ED%A0%80`,
    )
    expect(source).toBe('я'.repeat(100))
    expect(medium).toBe('ab')
    expect(campaignIn('/films')).toEqual({ source: '', medium: '', campaign: '' })
  })

  it('have no name with a phone or another long number', () => {
    const named = (name: string) => campaignIn(`/?utm_source=sms&utm_campaign=${encodeURIComponent(name)}`)
    for (const name of ['+998901234567', 'to-901234567', '+998 90 123-45-67', '(90) 123 45 67', '1234567'])
      expect(named(name), name).toEqual({ source: 'sms', medium: '', campaign: '' })
    for (const name of ['may-2026', '2026-11-26', 'sale 123456'])
      expect(named(name).campaign, name).toBe(name)
  })
})

describe('[REP-01] [ACC-13] the way to payment', () => {
  it('counts registrations and first payments by campaign, each once, with their rows', async () => {
    const people = accountsFixture(db, { clock })
    const billing = openBilling({ db, clock })
    const register = async (abonement: string, source: string, isTest = false) => {
      const { accountId } = await people.accounts.upsertAccount({
        ...{ abonement, phone: null, name: `N ${abonement}`, password: 'samanid brick 1042' },
      })
      await db.updateTable('account').set({ is_test: isTest }).where('account_id', '=', accountId).execute()
      await sql`insert into registration (account_id, registered_at, way, client_id, utm_source, terms_version, network)
        values (${accountId}, ${new Date(clock.nowMs())}, 'sms', '1', ${source}, '2026-01-01', '')`.execute(
        db,
      )
      return accountId
    }
    const pay = (accountId: number, reference: string) =>
      billing.moveMoney({ reference, kind: 'top_up', accountId, amountTiyin: 3_000_000, against: 'payments' })
    const first = await register('30000001', 'Instagram')
    await register('30000002', 'instagram')
    const trying = await register('30000003', 'instagram', true)
    await pay(first, 'payme:1')
    await pay(first, 'payme:2')
    await pay(trying, 'payme:3')
    await rollUpDays(db, [day], clock.nowMs())
    const period = { from: day, to: day }
    const { figures, tables, lines } = await showReport(db, 'funnel', { period, nowMs: clock.nowMs() })
    const value = (measure: string) => figures.find((one) => one.measure === measure)?.value
    expect(value('visits')).toBe(3 + maxCampaigns * 3 + 7)
    expect([value('registrations'), value('first_payments'), value('first_paid_share')]).toEqual([2, 1, 50])
    expect(lines.find(({ measure }) => measure === 'registrations')?.values).toEqual([2])
    const [table] = tables
    expect(table?.rows[0]).toMatchObject({ name: { ru: 'instagram' }, cells: [0, 2, null, 1, 50] })
    // The small campaigns of a day are together.
    expect(table?.rows.length).toBeLessThanOrEqual(51)
    expect(table?.rows.some(({ name }) => name.ru === 'Остальные')).toBe(true)
    const beneath = async (measure: 'registrations' | 'first_payments', after = 0) => {
      const result = await rowsBeneath(db, { measure, day, after, limit: 1 }, { limitMs: 5000 })
      return result.kind === 'rows' ? result.rows : result.kind
    }
    expect(await beneath('first_payments')).toMatchObject([
      { abonement: '30000001', amountTiyin: 3_000_000, source: 'instagram' },
    ])
    expect(await beneath('registrations', first)).toMatchObject([
      { abonement: '30000002', amountTiyin: null },
    ])
    // Computed again, it is the same.
    await rollUpDays(db, [day], clock.nowMs())
    const again = await showReport(db, 'funnel', { period, nowMs: clock.nowMs() })
    expect(again.figures).toEqual(figures)
  })
})

describe('[REP-01] a campaign of the days before', () => {
  it('is counted on a day that made-up ones have filled', async () => {
    clock.advanceMs(86_400_000)
    const next = '2026-11-27'
    // On more days than the made-up ones of yesterday.
    await sql`insert into report_visit_day (day, source, medium, campaign, visits)
      select day::date, 'partner', 'banner', 'autumn', 1 from unnest(array['2026-11-25', '2026-11-26']) as day`.execute(
      db,
    )
    counter.count('/')
    await counter.flush()
    for (let nth = 0; nth < maxCampaigns * 2; nth += 1) counter.count(`/?utm_source=flood-${nth}`)
    const visit = '/?utm_source=partner&utm_medium=banner&utm_campaign=autumn'
    counter.count(visit)
    await counter.flush()
    counter.count(visit)
    await counter.flush()
    const { rows } = await sql<{ source: string; visits: number }>`
      select source, visits from report_visit_day where day = ${next}`.execute(db)
    expect(rows.find(({ source }) => source === 'partner')?.visits).toBe(2)
    expect(rows.length).toBeLessThanOrEqual(maxCampaigns + 1)
    expect(rows.reduce((sum, { visits }) => sum + visits, 0)).toBe(3 + maxCampaigns * 2)
  })
})
