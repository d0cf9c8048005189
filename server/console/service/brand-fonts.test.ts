/** Fonts of brands, over real HTTP on a real database: from the file to the page in a browser. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { maxFontBytes } from '#contract/console/service.ts'
import { requiredLetters } from '#server/site/fonts/letters.ts'
import { loadService, storeFont } from '#server/site/site.ts'
import { emptyBrand, openBrandSite, zaminBrand } from '#tests/kit/modules/brand-site.ts'
import { buildWoff2 } from '#tests/kit/fonts/build-woff2.ts'

const brands = await openBrandSite()
const { db, clock, call, send, added } = brands
beforeEach(brands.reset)
afterAll(brands.close)

const letters = `${requiredLetters} `
const regular = buildWoff2({ letters, family: 'Zamin Sans', width: 512, ascent: 900, descent: 300 })
const bold = buildWoff2({ letters, family: 'Zamin Sans', weight: 700, width: 560 })
const stored = async (font: Buffer) =>
  (await call('/service/font', { bytes: font.toString('base64') })).data as unknown as {
    readonly font: string
    readonly address: string
  }

describe('[BRAND-01] the font of a brand', () => {
  it('is loaded first by its pages, and the system’s own has its measure until it has come', async () => {
    const font = await stored(regular)
    expect(font).toMatchObject({ family: 'Zamin Sans', weight_from: 400, weight_to: 400 })
    await added({ ...zaminBrand, font: font.font })
    const page = (await send('/ru', 'zamin.uz')).text
    expect(page).toContain(
      `<link rel="preload" as="font" type="font/woff2" href="${font.address}" crossorigin>`,
    )
    expect(page).not.toContain('onest')
    const style = /href="(\/service\.css\?v=[^"]*)"/.exec(page)?.[1] ?? ''
    const { text: css } = await send(style, 'zamin.uz')
    expect(css).toContain(`font-display:swap;font-weight:400;src:url('${font.address}') format('woff2')`)
    expect(css).toContain("--font:'Brand','Brand Fallback'")
    // 0.512 of the size for each letter, where Arial has 0.4655.
    const adjusted = Number(/size-adjust:([\d.]+)%/.exec(css)?.[1])
    expect(adjusted).toBeCloseTo(110, 0)
    expect(Number(/ascent-override:([\d.]+)%/.exec(css)?.[1])).toBeCloseTo(9000 / adjusted, 1)
    const other = (await send('/ru', 'tv.main.uz')).text
    expect(other).toContain('onest-ru.woff2')
    expect(other).not.toContain('/service.css')
  })

  it('is served under an address that never shows another one', async () => {
    const { address, font } = await stored(regular)
    const got = await fetch(brands.baseUrl + address)
    expect(Buffer.from(await got.arrayBuffer())).toEqual(regular)
    expect(got.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(got.headers.get('content-type')).toBe('font/woff2')
    const again = await fetch(brands.baseUrl + address, { headers: { 'if-none-match': `"${font}"` } })
    expect(again.status).toBe(304)
    for (const path of [`/fonts/${'0'.repeat(20)}.woff2`, '/fonts/', '/fonts/../service.css'])
      expect((await send(path)).text, path).not.toContain('wOF2')
    expect((await send(`/fonts/${'0'.repeat(20)}.woff2`)).status).toBe(404)
  })

  it('has a bold one in a file of its own', async () => {
    const [text, heavy] = [await stored(regular), await stored(bold)]
    await added({ ...zaminBrand, font: text.font, font_bold: heavy.font })
    const { text: css } = await send('/service.css', 'zamin.uz')
    expect(css).toContain(`font-weight:1 599;src:url('${text.address}')`)
    expect(css).toContain(`font-weight:600 1000;src:url('${heavy.address}')`)
    const alone = await call('/service/save', {
      ...zaminBrand,
      hosts: 'b.uz',
      service_id: 0,
      version: 0,
      font_bold: heavy.font,
    })
    expect(JSON.stringify(alone)).toContain('Сначала выберите обычное начертание')
  })

  it('is refused in words when it is none, lacks letters, is too large or is stored no more', async () => {
    const words = async (bytes: Buffer) =>
      JSON.stringify(await call('/service/font', { bytes: bytes.toString('base64') }))
    expect(await words(Buffer.from('no font at all'))).toContain('не шрифт WOFF2')
    expect(await words(buildWoff2({ letters: letters.replaceAll(/[ʻҳ]/g, '') }))).toContain('нет букв: ʻ ҳ.')
    expect(await words(Buffer.alloc(maxFontBytes + 3))).toContain('до 150\u00a0КБ')
    const missing = await call('/service/save', {
      ...zaminBrand,
      service_id: 0,
      version: 0,
      font: 'a'.repeat(20),
    })
    expect(JSON.stringify(missing)).toContain('Выберите файл ещё раз')
  })

  it('is shown in its form and taken back with the change that set it', async () => {
    const { font } = await stored(regular)
    const { version } = await loadService(db)
    const { data } = await call('/service/save', { ...emptyBrand, version, font })
    const shown = JSON.parse((await send('/api/console/v1/service?service_id=1')).text) as {
      readonly data: object
    }
    expect(shown.data).toMatchObject({ font, font_file: { family: 'Zamin Sans' }, font_bold_file: null })
    expect((await send('/service.css')).text).toContain(font)
    await call('/service/undo', { change_id: data?.change_id })
    expect((await send('/service.css')).text).toBe('')
  })

  it('that no brand has used for a month is removed; one in use stays', async () => {
    const [used, unused] = [await stored(regular), await stored(bold)]
    await added({ ...zaminBrand, font: used.font })
    const later = clock.nowMs() + 31 * 86_400_000
    await storeFont(db, buildWoff2({ letters, width: 500 }), later)
    const left = await db.selectFrom('brand_font').select('version').execute()
    const versions = left.map(({ version }) => version)
    expect(versions).toContain(used.font)
    expect(versions).not.toContain(unused.font)
  })
})

describe('[BRAND-01] service set --font', () => {
  it('refuses what is no font with the reason, and stores one', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'ekran-font-'))
    const { typedFonts } = await import('#server/cli/service/service-fonts.ts')
    const typed = (text: Readonly<Record<string, string>>) =>
      typedFonts(
        db,
        { text: (name: string) => text[name] } as never,
        { font: 'x', fontBold: 'y' },
        clock.nowMs(),
      )
    writeFileSync(join(dir, 'no.woff2'), 'text')
    writeFileSync(join(dir, 'zamin.woff2'), regular)
    expect(await typed({ font: join(dir, 'absent') })).toMatchObject({
      why: expect.stringContaining('no file'),
    })
    expect(await typed({ 'font-bold': join(dir, 'no.woff2') })).toMatchObject({
      why: expect.stringContaining('--font-bold: this is no WOFF2'),
    })
    expect(await typed({ font: join(dir, 'zamin.woff2'), 'font-bold': '-' })).toMatchObject({
      ...{ kind: 'read', font: expect.stringMatching(/^[0-9a-f]{20}$/), fontBold: '' },
    })
    rmSync(dir, { recursive: true })
  })
})
