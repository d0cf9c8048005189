/** The site of an installation with brands, over real HTTP on a real database: pages, responses and acts of the staff. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openapi } from '#contract/openapi.ts'
import { createApiContext } from '#server/api/api.ts'
import { fontMount } from '#server/api/site/font-mount.ts'
import { informationEndpoints } from '#server/api/site/information.ts'
import { pageHead } from '#server/api/site/page-head.ts'
import { siteEndpoints } from '#server/api/site/site.ts'
import { siteLooks } from '#server/api/site/site-look.ts'
import { openAudit } from '#server/audit/audit.ts'
import { staffAdmission } from '#server/console/console.ts'
import { serviceEndpoints } from '#server/console/service/service-endpoints.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { addOpenapiRoutes } from '#server/platform/http/openapi-page.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { addCrawlerRoutes } from '#server/platform/http/site/crawler-routes.ts'
import { nameIn } from '#server/platform/http/site/site-look.ts'
import { publicUrlAt } from '#server/platform/http/site/site-origin.ts'
import type { SitePages } from '#server/platform/http/site/site-pages.ts'
import { readSite } from '#server/platform/http/site/static-site.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { openReleases } from '#server/releases/releases.ts'
import { openService } from '#server/site/site.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { staffFixture } from './staff-module.ts'
import { emptyCatalogue } from './empty-catalogue.ts'

interface Got {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** What an act of the console answers. */
interface Answer {
  readonly data?: Readonly<Record<string, unknown>> & { readonly id: number; readonly change_id: number }
  readonly error?: { readonly type?: string; readonly message?: string; readonly fields?: unknown }
  readonly message?: string
}

/** A brand without anything of its own. */
export const emptyBrand = {
  ...{ name_ru: '', name_uz: '', short_name: '', picture: '', icon: '', accent: '', action: '' },
  ...{ support_phone: '', support_email: '', support_telegram: '', hours_ru: '', hours_uz: '' },
  ...{ company: '', address_ru: '', address_uz: '', default_language: '', hosts: '' },
}
export const zaminBrand = {
  ...emptyBrand,
  ...{ name_ru: 'Замин ТВ', name_uz: 'Zamin TV', hosts: 'https://Zamin.uz/ www.zamin.uz' },
}

type Database = Awaited<ReturnType<typeof createTestDatabase>>

async function partsOf(database: Database, dir: string) {
  const { db } = database
  const staff = staffFixture(db)
  const { clock } = staff
  const read = readSettings({ EKRAN_PUBLIC_URL: 'https://tv.main.uz' })
  if (read.kind !== 'read') throw new Error('settings')
  const { settings } = read
  const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
  const pictures = await openPictures({ dir: join(dir, 'images'), log: silentLog })
  const service = await openService(db)
  const none = () => undefined
  const heads = { film: none, person: none, channel: none, collection: none }
  const { contacts, contactsOf } = createApiContext(
    { settings, database } as never,
    { service, catalogue: {}, television: {} } as never,
  )
  const releases = openReleases({ db, clock })
  const profileLimits = { mayOpenPage: () => true }
  const site = {
    db,
    clock,
    contacts,
    contactsOf,
    heads,
    releases,
    service,
    catalogue: emptyCatalogue,
    profileLimits,
  }
  return { database, db, clock, staff, settings, audit, pictures, service, site, looks: siteLooks(service) }
}

export type BrandParts = Awaited<ReturnType<typeof partsOf>>

/** Opens it; `more` adds endpoints. The public address is `https://tv.main.uz`. */
export async function openBrandSite(more: (parts: BrandParts) => readonly BoundEndpoint[] = () => []) {
  const database = await createTestDatabase()
  const dir = mkdtempSync(join(tmpdir(), 'ekran-brands-'))
  const parts = await partsOf(database, dir)
  const { db, service, audit, staff } = parts
  const { server, pagesOf } = await serverOf(parts, dir, more(parts))
  const port = await server.listen('127.0.0.1', 0)
  const { token } = await staff.addMember('owner')
  const reload = async () => {
    // As the application does after a notification.
    await service.reload()
    server.dropCachedResponses()
    pagesOf()?.forget()
  }
  const send = (path: string, host = 'tv.main.uz', body?: unknown) => sent({ port, token, path, host, body })
  const call = async (path: string, body: object) => {
    const { text } = await send(`/api/console/v1${path}`, 'tv.main.uz', body)
    await reload()
    return JSON.parse(text) as Answer
  }
  return {
    ...parts,
    ...{ reload, send, call, baseUrl: `http://127.0.0.1:${port}` },
    /** Only the main brand, without a name and a phone. */
    reset: async () => {
      await db.deleteFrom('service_settings').where('service_id', '!=', 1).execute()
      const bare = { name_ru: '', name_uz: '', support_phone: '', font: '', font_bold: '' }
      await db.updateTable('service_settings').set(bare).execute()
      await reload()
    },
    /** Adds a brand; returns its number. */
    added: async (fields: object = zaminBrand): Promise<number> => {
      const { data, ...rest } = await call('/service/save', { ...fields, service_id: 0, version: 0 })
      if (data === undefined) throw new Error(JSON.stringify(rest))
      return data.id
    },
    close: async () => {
      await server.close(500)
      await audit.close()
      await database.drop()
      rmSync(dir, { recursive: true })
    },
  }
}

async function serverOf(parts: BrandParts, dir: string, more: readonly BoundEndpoint[]) {
  const { db, clock, staff, settings, audit, pictures, looks, site } = parts
  let pages: SitePages | undefined
  const addSite = await builtSite(dir)
  const server = createHttpServer({
    endpoints: [
      ...serviceEndpoints({ db, clock, audit, pictures, settings } as never),
      ...siteEndpoints(site),
      ...informationEndpoints(site),
      ...more,
    ],
    mounts: [{ prefix: '/images/', handle: pictures.handle.bind(pictures) }, fontMount({ db })],
    ...{ identify: async () => undefined, audienceOf: () => 'inside' },
    admitStaff: staffAdmission({ staff: staff.staff, clock, publicUrl: undefined }),
    clientAddress: clientAddressReader(['127.0.0.1']),
    ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
    ...{ clock, log: silentLog, serviceAt: looks.at },
    extend: (app) => {
      addOpenapiRoutes(app, openapi({}, '1'), (host) => nameIn(looks.of(looks.at(host))))
      addCrawlerRoutes({
        app,
        sitemapParts: async () => [],
        urlAt: (host) => publicUrlAt(host, settings.EKRAN_PUBLIC_URL, looks.at),
      })
      pages = addSite({
        ...{ app, looks, publicUrl: settings.EKRAN_PUBLIC_URL },
        pageHead: (path, language, serviceId) => pageHead(site, { path, language, serviceId }),
      })
    },
  })
  return { server, pagesOf: () => pages }
}

/** A built site of one page, with the real manifests. */
async function builtSite(dir: string) {
  const built = join(dir, 'web')
  await cp('web/public', built, { recursive: true })
  writeFileSync(
    join(built, 'index.html'),
    '<!doctype html><html><head><meta name="font-ru" content="/onest-ru.woff2" />' +
      '<meta name="font-uz" content="/onest-uz.woff2" />' +
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml" /><!--head--><!--first--></head></html>',
  )
  return readSite(built)
}

interface Sent {
  readonly port: number
  readonly token: string
  readonly path: string
  readonly host: string
  readonly body: unknown
}

function sent({ port, token, path, host, body }: Sent): Promise<Got> {
  const headers = {
    host,
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'x-ekran-console': '1' }),
    cookie: `ekran-staff=${token}`,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        headers,
        method: body === undefined ? 'GET' : 'POST',
        timeout: 20_000,
      },
      (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(pieces).toString('utf8'),
            headers: response.headers,
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer at ${path}`)))
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
