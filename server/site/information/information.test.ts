import { informationEndpoints } from '#server/api/site/information.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { builtInPages } from './built-in.ts'
import { type BlockInput, type InformationContent, PageInput } from './texts/information-page.ts'
import { findInformationPage } from './stored-pages.ts'
import * as z from 'zod/mini'
import { informationSlugs } from '#contract/site/information.ts'
import type { Language } from '#contract/form/failures.ts'
import { matchPage } from '#contract/form/pages.ts'
import {
  importInformationPages,
  listInformationPages,
  resetInformationPage,
  type Contacts,
  loadService,
} from '#server/site/site.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { openReleases, setRelease } from '#server/releases/releases.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())
const clock = manualClock(Date.UTC(2026, 0, 15))
beforeEach(() => db.deleteFrom('information_page').execute())

let service = await loadService(db)

const contacts: Contacts = {
  company: 'ООО «Пример»',
  phone: '+998 71 200-00-00',
  telegram: undefined,
  email: undefined,
  address: undefined,
  hours: undefined,
  apps: { android: undefined, lg: undefined, samsung: undefined },
  site: undefined,
}
const nowMs = Date.UTC(2026, 0, 15)
const who = { by: undefined, nowMs }

function page(slug: string, language: Language = 'ru', params: Partial<Contacts> = {}) {
  return ask(
    informationEndpoints({
      ...{ db, contacts: { ...contacts, ...params }, releases: openReleases({ db, clock }) },
      contactsOf: () => ({ ...contacts, ...params }),
      service: { of: () => service },
    }),
    'information.page',
    { slug },
    { language },
  ) as Promise<unknown> as Promise<{
    title: string
    sections: { id: string; blocks: { kind: string; href?: string; text?: string }[] }[]
  }>
}

function words(block: Readonly<BlockInput>): string[] {
  return Object.entries(block).flatMap(([name, value]) =>
    ['kind', 'id', 'href', 'of', 'pictures'].includes(name) ? [] : [value].flat().map(String),
  )
}

function textsOf({ title, lead, sections }: InformationContent) {
  return [title, lead, ...sections.flatMap((one) => [one.title, ...one.blocks.flatMap(words)])]
}

/** The structure that must be the same in both languages. */
function shapeOf({ sections }: InformationContent) {
  return sections.map(({ id, when, blocks }) => ({
    id,
    when,
    blocks: blocks.map((block) => ({
      ...block,
      ...Object.fromEntries(
        ['text', 'title', 'name', 'question'].filter((name) => name in block).map((name) => [name, '']),
      ),
      ...('items' in block ? { items: block.items.length } : {}),
    })),
  }))
}

describe.each(informationSlugs)('[INFO-01] [I18N-02] the page %s', (slug) => {
  const { ru, uz } = builtInPages[slug]

  it('has the same sections and blocks in both languages, in their own script', () => {
    expect(shapeOf(uz)).toEqual(shapeOf(ru))
    for (const text of textsOf(ru)) expect(text.trim()).not.toBe('')
    for (const text of textsOf(uz)) expect(text).not.toMatch(/[а-яё]|[oOgG]['’‘`ʼ]|'/i)
  })

  it('is valid as an operator’s page, and links to existing pages', async () => {
    expect(z.safeParse(PageInput, { slug, ru, uz }).error?.issues).toBeUndefined()
    const links = (await page(slug)).sections.flatMap((section) => section.blocks.map((block) => block.href))
    for (const href of links.filter((one) => one?.startsWith('/')))
      expect(matchPage(href ?? ''), href).not.toBeNull()
  })

  it('is returned with the contact data of the settings and no placeholder left', async () => {
    for (const language of ['ru', 'uz'] as const) {
      const text = JSON.stringify(await page(slug, language))
      expect(text).not.toMatch(/\{\w+\}|"kind":"(?:contacts|app)"/)
      expect(text).toContain('tel:+998712000000')
      expect(text).not.toMatch(/t\.me|mailto/)
    }
  })
})

describe('[INFO-01] contact data', () => {
  it('is shown as far as it is configured', async () => {
    const text = JSON.stringify(
      await page('about', 'uz', {
        telegram: 'https://t.me/ekran_support',
        email: 'yordam@ekran.uz',
        address: { ru: 'Ташкент', uz: 'Toshkent' },
        hours: { ru: 'круглосуточно', uz: 'kecha-yu kunduz' },
      }),
    )
    for (const part of [
      'https://t.me/ekran_support',
      '@ekran_support',
      'mailto:yordam@ekran.uz',
      'Manzil: Toshkent',
      '+998 71 200-00-00, kecha-yu kunduz',
      'ООО «Пример»',
    ])
      expect(text).toContain(part)
    expect(JSON.stringify(await page('android'))).not.toContain('play.google')
    const apps = { ...contacts.apps, android: 'https://play.google.com/store/apps/details?id=uz.ekran' }
    expect(JSON.stringify(await page('android', 'ru', { apps }))).toContain(apps.android)
  })

  it.each([
    ['lg', 'webos', 'https://lg.example/ekran', 'https://ekran.example/ekran_1.4.0_all.ipk', 'open'],
    ['samsung', 'tizen', 'https://samsung.example/ekran', 'https://ekran.example/Ekran.wgt?v=2', 'open'],
    ['android', 'android', 'https://play.example/ekran', 'https://ekran.example/ekran.apk', 'phone'],
  ] as const)(
    '[APP-03] [APP-04] /%s tells of the browser until an operator set where the app is installed from',
    async (slug, platform, store, file, browser) => {
      const ways = async () => {
        const { sections, ...rest } = await page(slug, 'uz', { site: 'tv.example.uz' })
        const links = sections.flatMap(({ blocks }) => blocks.map(({ href }) => href))
        return { ids: sections.map(({ id }) => id), links, text: JSON.stringify({ sections, ...rest }) }
      }
      const before = await ways()
      expect(before.ids).toContain(browser)
      expect(before.ids.join()).not.toMatch(/store|file/)
      expect(before.text).toContain('tv.example.uz')
      expect(before.text).toContain('"store":null')
      await setRelease(db, platform, { storeUrl: store, note: { uz: 'Ikki daqiqa' } }, nowMs)
      const inStore = await ways()
      expect(inStore.ids.join()).toMatch(/store/)
      expect(inStore.ids).not.toContain(browser)
      expect(inStore.links).toContain(store)
      expect(inStore.text).toContain('Ikki daqiqa')
      expect(inStore.text).toContain(`"store":"${store}"`)
      await setRelease(db, platform, { storeUrl: file }, nowMs)
      const asFile = await ways()
      expect(asFile.ids.join()).toMatch(/file/)
      expect(asFile.links).toContain(file)
      await db.deleteFrom('app_release').execute()
    },
  )

  it.each(['lg', 'samsung', 'android'] as const)(
    '[APP-03] [APP-04] /%s has pictures beside its steps',
    async (slug) => {
      const platform = { lg: 'webos', samsung: 'tizen', android: 'android' }[slug]
      const blocks = async () =>
        (await page(slug)).sections.flatMap(
          (section) => section.blocks as { kind: string; pictures?: (string | null)[] }[],
        )
      const withPictures = async () =>
        (await blocks()).flatMap(({ kind, pictures = [] }) => (kind === 'steps' ? pictures : []))
      expect(await withPictures()).toEqual(expect.arrayContaining(['scan', 'allow']))
      await setRelease(db, platform as 'webos', { storeUrl: 'https://store.example/ekran' }, nowMs)
      expect((await withPictures()).join()).toMatch(/store/)
      await db.deleteFrom('app_release').execute()
    },
  )

  it.each(['ru', 'uz'] as const)(
    '[APP-05] /about leads to the App Store once the app is there (%s)',
    async (language) => {
      const section = async () => (await page('about', language)).sections.find(({ id }) => id === 'iphone')
      expect(await section()).toBeUndefined()
      const store = 'https://apps.apple.com/uz/app/id1234567890'
      await setRelease(db, 'ios', { storeUrl: store }, nowMs)
      expect((await section())?.blocks.map(({ href }) => href)).toContain(store)
      await db.deleteFrom('app_release').execute()
    },
  )

  it('[INFO-01] /job gives five reasons', async () => {
    const { sections } = await page('job')
    expect(sections.flatMap((one) => one.blocks).filter(({ kind }) => kind === 'reason')).toHaveLength(5)
  })
})

describe('an operator’s pages', () => {
  const content = (title: string) => ({
    title,
    lead: 'lead',
    sections: [{ id: 'one', title: 'One', blocks: [{ kind: 'text', text: '<b>{company}</b>' }] }],
  })
  const params = (slug: string, title = 'Наша') => ({ slug, ru: content(title), uz: content('Bizniki') })
  const take = (value: unknown) => importInformationPages(db, JSON.stringify(value), who)

  it('replace the built-in ones, imported again change nothing, and can be removed', async () => {
    expect(await take([params('about'), params('lg')])).toMatchObject({
      kind: 'taken',
      changed: ['about', 'lg'],
      same: [],
    })
    expect(await page('about')).toMatchObject({ title: 'Наша' })
    expect((await page('about', 'uz')).sections[0]?.blocks[0]?.text).toBe('<b>ООО «Пример»</b>')
    expect(await take([params('about'), params('lg', 'Другая')])).toMatchObject({
      kind: 'taken',
      changed: ['lg'],
      same: ['about'],
    })
    const listed = await listInformationPages(db)
    expect(listed.map(({ slug }) => slug)).toEqual([...informationSlugs])
    expect(listed.find(({ slug }) => slug === 'lg')).toMatchObject({ title: 'Другая', changedAtMs: nowMs })
    expect(listed.find(({ slug }) => slug === 'job')?.changedAtMs).toBeNull()
    expect(await resetInformationPage(db, 'lg', who)).toBeGreaterThan(0)
    expect(await resetInformationPage(db, 'lg', who)).toBe(0)
    expect((await page('lg')).title).toBe(builtInPages.lg.ru.title)
  })

  it.each([
    ['{', /^It is not JSON/],
    ['[]', /empty/],
    ['7', /Page 1: object is needed/],
    [JSON.stringify(params('No where')), /Page 1, slug: it is not written/],
    [JSON.stringify([params('about'), params('about')]), /about stands in it twice/],
    [JSON.stringify([params('job'), { ...params('about'), uz: undefined }]), /Page 2, uz: object is needed/],
    [JSON.stringify({ ...params('about'), extra: 1 }), /Page 1: it has extra/],
    [JSON.stringify({ ...params('about'), ru: content('  ') }), /Page 1, ru\.title: it is empty/],
    [
      JSON.stringify(params('about')).replaceAll(
        '"blocks":[',
        '"blocks":[{"kind":"steps","items":["a"],"pictures":["sunset"]},',
      ),
      /pictures\.0: one of network/,
    ],
    [
      JSON.stringify(params('about')).replaceAll(
        '"blocks":[',
        '"blocks":[{"kind":"steps","items":["a"],"pictures":["code","scan"]},',
      ),
      /pictures.*more pictures than items/,
    ],
    [
      JSON.stringify(params('about')).replace('"text","text"', '"poem","text"'),
      /ru\.sections\.0\.blocks\.0.*: its kind is not known/,
    ],
    [
      JSON.stringify(params('about')).replaceAll(
        '"blocks":[',
        '"blocks":[{"kind":"link","name":"x","text":"","href":"javascript:alert(1)"},',
      ),
      /href: it is not written/,
    ],
    [
      JSON.stringify(params('about')).replaceAll(
        '"blocks":[',
        '"blocks":[{"kind":"answer","id":"one","question":"q","text":"t"},',
      ),
      /two places of a page have the same id/,
    ],
  ])('with an error are refused completely: %s', async (text, problem) => {
    const taken = await importInformationPages(db, text, who)
    expect(taken.kind === 'refused' && taken.problems.join('\n')).toMatch(problem)
    expect(await db.selectFrom('information_page').selectAll().execute()).toEqual([])
  })

  it('that a later version cannot parse are replaced by the built-in ones', async () => {
    await db
      .insertInto('information_page')
      .values({ page_id: 6, slug: 'pay', ru: '{"old":1}', uz: '{}', changed_at: new Date(nowMs) })
      .execute()
    expect(await findInformationPage(db, 'pay')).toEqual(builtInPages.pay)
  })
})

it('[SHELL-02] names the service as it was set in its built-in pages', async () => {
  service = { ...service, nameRu: 'Бахор ТВ', nameUz: 'Bahor TV' }
  const about = await page('about', 'ru')
  expect(JSON.stringify(about)).toContain('Бахор ТВ')
  expect(JSON.stringify(about)).not.toMatch(/\bEkran\b/)
  expect((await page('android', 'uz')).title).toBe('Androidda Bahor TV')
})
