/** Services of several names on one installation, over real HTTP on a real database: what each host shows and sends. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { informationSlugs } from '#contract/site/information.ts'
import { matchPage } from '#contract/form/pages.ts'
import { sitePaths } from '#server/api/site/page-rules.ts'
import { publicUrlAt } from '#server/platform/http/site/site-origin.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { loadService, nameForAccount } from '#server/site/site.ts'
import { registrationFixture } from '#tests/kit/modules/registration-module.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { emptyBrand as empty, openBrandSite, zaminBrand as zamin } from '#tests/kit/modules/brand-site.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { tvLoginEndpoints } from '#server/api/accounts/tv-login.ts'
import { openTvLogin } from '#server/tv-login/tv-login.ts'

const brands = await openBrandSite()
const { db, clock, pictures, service, looks, audit, send, added } = brands
const act = (name: string, body: object) => brands.call(`/service/${name}`, body)
beforeEach(brands.reset)
afterAll(brands.close)

async function about(host: string) {
  const { data } = JSON.parse((await send('/api/v1.2.0/about', host)).text) as {
    readonly data: Readonly<Record<string, string>>
  }
  return data
}

describe('[BRAND-01] a service of another name', () => {
  it('is what its hosts show, whatever the port and the letters; every other host shows the main one', async () => {
    await added()
    for (const host of ['zamin.uz', 'ZAMIN.uz:8443', 'www.zamin.uz.']) {
      expect((await send('/', host)).text, host).toContain('<title>Замин ТВ: ')
      expect((await about(host))['name_uz'], host).toBe('Zamin TV')
    }
    for (const host of ['tv.main.uz', 'zamin.uz.evil.uz', 'other.uz'])
      expect((await send('/', host)).text, host).not.toContain('Замин')
    const page = (await send('/movies', 'zamin.uz')).text
    expect(page).toContain('<link rel="canonical" href="https://zamin.uz/movies">')
    expect(page).toContain('"name":{"ru":"Замин ТВ","uz":"Zamin TV"}'.replaceAll('"', '&#34;'))
    expect((await send('/robots.txt', 'zamin.uz')).text).toContain('https://zamin.uz/sitemap.xml')
    expect((await send('/robots.txt', 'other.uz')).text).toContain('https://tv.main.uz/sitemap.xml')
    expect((await send('/api/openapi.json', 'zamin.uz')).text).toContain('"title":"Замин ТВ"')
    const manifest = JSON.parse((await send('/site-uz.webmanifest', 'zamin.uz')).text) as object
    expect(manifest).toMatchObject({ name: 'Zamin TV', short_name: 'Zamin TV' })
    // Sites that were installed before look for it at the former address.
    expect(JSON.parse((await send('/ekran-uz.webmanifest', 'zamin.uz')).text)).toEqual(manifest)
  })

  it('has contacts of its own, and those of the main one where it has none', async () => {
    await act('save', { ...empty, version: (await loadService(db)).version, support_phone: '712001122' })
    await added({ ...zamin, support_email: 'help@zamin.uz', support_telegram: '@zamin_tv' })
    const page = (await send('/api/v1.2.0/pages/about?lang=ru', 'zamin.uz')).text
    expect(page).toContain('help@zamin.uz')
    expect(page).toContain('https://t.me/zamin_tv')
    expect(page).toContain('+998 71 200-11-22')
    expect((await about('zamin.uz'))['company']).toBe('Замин ТВ')
    expect((await send('/api/v1.2.0/pages/about?lang=ru', 'tv.main.uz')).text).not.toContain('zamin')
  })

  it('has its logo as the icon, squares that may be cut to a circle, and its colours', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30" fill="#7cf"/></svg>'
    const stored = await pictures.store(Buffer.from(svg))
    if (stored.kind !== 'stored') throw new Error(stored.reason)
    await added({ ...zamin, picture: stored.version, accent: '#7CCCFF', short_name: 'Zamin' })
    const page = (await send('/', 'zamin.uz')).text
    const icon = /<link rel="icon" href="([^"]+)">/.exec(page)?.[1] ?? ''
    expect(page).not.toContain('favicon.svg')
    expect(page).not.toContain('share.png')
    expect((await send(icon, 'zamin.uz')).status).toBe(200)
    expect((await send('/service.css', 'zamin.uz')).text).toContain('--firuza:#7cccff')
    expect((await send('/service.css', 'tv.main.uz')).text).toBe('')
    const manifest = JSON.parse((await send('/site-ru.webmanifest', 'zamin.uz')).text) as {
      readonly short_name: string
      readonly icons: readonly { readonly src: string; readonly sizes: string }[]
    }
    expect(manifest.short_name).toBe('Zamin')
    const { default: sharp } = await import('sharp')
    for (const { src, sizes } of manifest.icons) {
      const response = await fetch(`${brands.baseUrl}${src}`)
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
  })

  it('refuses a host of another one, what is no host, no host and no name, and colours nobody can read', async () => {
    await added()
    const error = async (fields: object) =>
      JSON.stringify(await act('save', { ...zamin, service_id: 0, version: 0, ...fields }))
    expect(await error({ hosts: 'www.zamin.uz' })).toContain(
      'Сайт www.zamin.uz уже принадлежит бренду «Замин ТВ»',
    )
    expect(await error({ hosts: 'tv.main.uz' })).toContain('уже принадлежит')
    for (const wrong of ['zamin', 'zamin..uz', '10.0.0.1', '-a.uz', 'замин.uz'])
      expect(await error({ hosts: wrong }), wrong).toContain('tv.example.uz')
    expect(await error({ hosts: '' })).toContain('хотя бы одно имя сайта')
    expect(await error({ hosts: 'b.uz', name_ru: '', name_uz: '' })).toContain('Назовите бренд')
    expect(await error({ hosts: 'b.uz', accent: '#101010' })).toContain('контраст')
    expect(await error({ hosts: 'b.uz', support_email: 'help' })).toContain('help@example.uz')
    expect(await db.selectFrom('service_settings').select('service_id').execute()).toHaveLength(2)
  })

  it('is removed and taken back, without a host that another one has got since', async () => {
    const id = await added()
    expect(await act('save', { ...zamin, service_id: id, version: 7 })).not.toHaveProperty('data.id')
    const removed = await act('remove', { service_id: id, version: 1 })
    expect((await about('zamin.uz'))['name_uz']).toBe('Ekran')
    await act('undo', { change_id: removed.data?.change_id })
    expect((await about('zamin.uz'))['name_uz']).toBe('Zamin TV')
    const { version } = (await loadService(db, id)) ?? { version: 0 }
    const again = await act('remove', { service_id: id, version })
    await added({ ...zamin, name_uz: 'Bahor', hosts: 'zamin.uz' })
    await act('undo', { change_id: again.data?.change_id })
    expect((await about('zamin.uz'))['name_uz']).toBe('Bahor')
    expect(JSON.stringify(await act('remove', { service_id: 1, version: 1 }))).toContain('service_id')
  })

  it('names itself in messages of registrations made on its site, which browsers complete there', async () => {
    const id = await added()
    const { messages, ask: register } = registrationFixture(db, clock, {
      serviceName: (language, serviceId) => looks.of(serviceId).name[language],
      urlAt: (host) => publicUrlAt(host, 'https://tv.main.uz', service.at),
    })
    for (const [phone, host, clientAddress] of [
      ['+998901112233', 'zamin.uz', '10.9.9.9'],
      ['+998935558844', 'www.zamin.uz', '10.8.8.8'],
    ] as const) {
      const fields = { mobile_phone_number: phone, send_sms: 1 }
      await register('register', fields, { serviceId: id, host, clientAddress })
      await expect
        .poll(() => messages.sent.find((one) => one.phone === phone)?.text.replaceAll(/\d{6}/g, 'CODE'))
        .toBe(`Замин ТВ: код регистрации CODE. Не сообщайте его\n@${host} #CODE`)
    }
  })

  it('is the brand of those who registered there, also where no request of theirs causes a message', async () => {
    const id = await added()
    const { accounts } = accountsFixture(db, { clock })
    const register = async (abonement: string, more: { readonly serviceId?: number }) => {
      const device = { uid: abonement, serial: '', model: '', kind: 'other', isBound: false } as const
      const registered = await accounts.register({
        ...{ phone: null, abonement, name: '', password: 'samanid brick 1042', device, ...more },
        ...{ clientAddress: '10.9.9.9', alongside: async () => undefined },
      })
      if (registered.kind !== 'registered') throw new Error(registered.kind)
      return accounts.accountOf(registered.accountId)
    }
    const [own, main] = [await register('40000001', { serviceId: id }), await register('40000002', {})]
    await db
      .updateTable('service_settings')
      .set({ name_ru: 'Главный', name_uz: 'Asosiy' })
      .where('service_id', '=', 1)
      .execute()
    expect(await nameForAccount(db, own, 'uz')).toBe('Zamin TV')
    expect(await nameForAccount(db, main, 'ru')).toBe('Главный')
    await db.deleteFrom('service_settings').where('service_id', '=', id).execute()
    expect(await nameForAccount(db, await accounts.accountOf(own?.accountId ?? 0), 'ru')).toBe('Главный')
  })

  it('leads a phone from the code of a television to the site that the television uses', async () => {
    await added()
    const { accounts } = accountsFixture(db, { clock })
    const tvLogin = openTvLogin({ db, clock, random: systemRandom, log: silentLog, accounts, audit })
    const endpoints = tvLoginEndpoints(
      {
        ...{ tvLogin, accounts, service, region: { isInside: () => true } },
        settings: { EKRAN_PUBLIC_URL: 'https://tv.main.uz' },
      } as never,
      undefined,
    )
    const addressAt = async (host: string) =>
      (await ask(endpoints, 'tvLogin.begin', { device_uid: host, device_model: 'LG' }, { host }))[
        'verification_uri'
      ]
    expect(await addressAt('zamin.uz')).toBe('https://zamin.uz/link')
    expect(await addressAt('www.zamin.uz')).toBe('https://www.zamin.uz/link')
    expect(await addressAt('forged.example')).toBe('https://tv.main.uz/link')
  })
})

describe('[BRAND-01] a service that an operator has named', () => {
  it('says “Ekran” on no page, in no title, manifest or document', async () => {
    const { version } = await loadService(db)
    await act('save', { ...empty, version, name_ru: 'Zamin TV', name_uz: 'Zamin TV' })
    const paths = [...sitePaths(), ...informationSlugs.map((slug) => `/${slug}`), '/nothing/here']
    for (const path of paths)
      for (const language of ['ru', 'uz']) {
        const whole =
          matchPage(`/${language}${path}`) === null ? path : `/${language}${path === '/' ? '' : path}`
        const { text } = await send(whole, 'tv.main.uz')
        expect(text, whole).toContain('Zamin TV')
        expect(text, whole).not.toMatch(/\bEkran\b/)
      }
    const others = [
      ...informationSlugs.flatMap((slug) => [
        `/api/v1.2.0/pages/${slug}?lang=ru`,
        `/api/v1.2.0/pages/${slug}?lang=uz`,
      ]),
      ...['/api/title?lang=ru', '/api/title?lang=uz', '/api/v1.2.0/about', '/site-ru.webmanifest'],
      ...['/site-uz.webmanifest', '/api/docs', '/api/openapi.json', '/robots.txt'],
    ]
    for (const path of others) {
      const { status, text } = await send(path, 'tv.main.uz')
      expect(status, path).toBe(200)
      expect(text, path).not.toMatch(/\bEkran\b/)
    }
  })
})
