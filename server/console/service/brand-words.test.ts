/** Everything that viewers get from a brand of another name, searched for the name that came with the product. */
import { globSync, readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failures } from '#contract/form/failures.ts'
import { sitePaths } from '#server/api/site/page-rules.ts'
import { writeGuide } from '#server/export/write-guide.ts'
import { writePlaylist } from '#server/export/write-playlist.ts'
import { writeXlsx } from '#server/imports/sheets/write-xlsx.ts'
import { codeMessage, passwordMessage } from '#server/registration/codes/message-texts.ts'
import { openBrandSite, zaminBrand } from '#tests/kit/modules/brand-site.ts'

const brands = await openBrandSite()
beforeAll(async () => {
  await brands.added({ ...zaminBrand, name_ru: 'Zamin TV' })
})
afterAll(brands.close)

const builtIn = /\bEkran\b|\bekran-(?:ru|uz)\./
/** What a page stores in its browser, which no viewer reads. */
const unread = /ekran\.\w+/g
const wordsOf = (text: string) => text.replaceAll(unread, '')

describe('[BRAND-01] a brand named “Zamin TV” says the built-in name', () => {
  it('on no page, in no error, title, preview, manifest, sitemap or document', async () => {
    const paths = [
      ...sitePaths().flatMap((path) => ['/ru', '/uz'].map((root) => root + (path === '/' ? '' : path))),
      ...['/nothing/here', '/ru/news/999999', '/ru/movie/999999', '/api/v1.1.0/nothing', '/images/none'],
      ...['/robots.txt', '/sitemap.xml', '/service.css', '/api/docs', '/api/openapi.json'],
      ...['/site-ru.webmanifest', '/site-uz.webmanifest', '/api/v1.2.0/about', '/api/title?lang=ru'],
      ...['/api/title?lang=uz', '/api/v1.1.0/news/999999'],
    ]
    for (const path of paths) {
      const { text, headers } = await brands.send(path, 'zamin.uz')
      expect(wordsOf(text), path).not.toMatch(builtIn)
      expect(wordsOf(JSON.stringify(headers)), path).not.toMatch(builtIn)
    }
    expect((await brands.send('/nothing/here', 'zamin.uz')).text).toContain('Zamin TV')
  })

  it('in no SMS, in either language and for every purpose', () => {
    const service = 'Zamin TV'
    for (const language of ['ru', 'uz'] as const)
      for (const purpose of ['register', 'reset', 'confirm_phone', 'login'] as const) {
        const text = codeMessage(language, { purpose, code: '123456', service, host: 'zamin.uz' })
        expect(text).toContain(service)
        expect(text).not.toMatch(builtIn)
      }
    for (const language of ['ru', 'uz'] as const)
      expect(passwordMessage(language, 'samanid brick', 'Zamin TV')).not.toMatch(builtIn)
  })

  it('in no list or guide for other players, and in no workbook', async () => {
    const list = writePlaylist([], { base: 'https://zamin.uz', query: '', service: 'Zamin TV' })
    const guide: string[] = []
    for await (const part of writeGuide([], () => [], 'Zamin TV')) guide.push(part)
    expect(list).toContain('Zamin TV')
    for (const text of [list, guide.join('')]) expect(text).not.toMatch(builtIn)
    const book = await bytesOf(writeXlsx('A', [{ heading: 'B', kind: 'text', width: 9 }], noRows()))
    expect(unpacked(book).length).toBeGreaterThan(2)
    for (const text of unpacked(book)) expect(text).not.toMatch(/ekran/i)
  })

  it('in no message of a failure', () => {
    for (const [name, { ru, uz }] of Object.entries(failures)) {
      expect(`${ru} ${uz}`, name).not.toMatch(builtIn)
    }
  })

  it('in no text of the site and of what is sent, wherever it stands in the sources', () => {
    const parts =
      'campaigns,cards,complaints,dealers,export,fiscal,messages,notifications,push,registration,webhooks'
    const files = [
      ...globSync('web/i18n/{ru,uz}/**/*.ts'),
      ...globSync(`server/{${parts},accounting,api/export,api/accounts,tv-login}/**/*.ts`),
    ].filter((path) => !path.endsWith('.test.ts'))
    expect(files.length).toBeGreaterThan(100)
    const said = files.filter((path) =>
      (readFileSync(path, 'utf8').match(/(['"`])(?:\\.|(?!\1)[^\\\n])*\1/g) ?? []).some((text) =>
        builtIn.test(text),
      ),
    )
    expect(said).toEqual([])
  })
})

async function* noRows(): AsyncGenerator<readonly (readonly [])[]> {}

async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

/** The files of an archive, by their local headers. */
function unpacked(archive: Buffer): readonly string[] {
  const files: string[] = []
  let at = archive.indexOf('PK\u0003\u0004', 0, 'latin1')
  while (at >= 0) {
    const [method, size] = [archive.readUInt16LE(at + 8), archive.readUInt32LE(at + 18)]
    const begin = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
    const bytes = archive.subarray(begin, size === 0 ? undefined : begin + size)
    files.push((method === 8 ? inflateRawSync(bytes) : bytes).toString('utf8'))
    at = archive.indexOf('PK\u0003\u0004', begin + size, 'latin1')
  }
  return files
}
