import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { matchPage, pages } from '#contract/form/pages.ts'
import { readOptions, versionCodeOf } from '#apps/package/app-options.ts'
import { capacitorDir } from '#apps/phones/stage-project.ts'
import { readXml, type XmlElement } from '#tests/kit/apps/read-xml.ts'
import { androidPictures, androidStrings, operatorProperties } from './android-project.ts'

const main = join(capacitorDir, 'android/app/src/main')
const manifest = readXml(readFileSync(join(main, 'AndroidManifest.xml'), 'utf8'))

function optionsOf(...args: string[]) {
  const read = readOptions(args, '1.2.3')
  if (read.kind !== 'ok') throw new Error(JSON.stringify(read))
  return read.options
}

function named(name: string, elements: readonly XmlElement[] = manifest) {
  return elements.filter((element) => element.name === name).map(({ attributes }) => attributes)
}

function valuesOf(name: string, attribute: string) {
  return named(name).flatMap((attributes) => attributes[`android:${attribute}`] ?? [])
}

describe('[APP-04] the manifest of the Android app', () => {
  it('has a launcher for phones and one for televisions, with a banner', () => {
    expect(valuesOf('category', 'name')).toEqual(
      expect.arrayContaining([
        'android.intent.category.LAUNCHER',
        'android.intent.category.LEANBACK_LAUNCHER',
      ]),
    )
    expect(named('application')[0]).toMatchObject({ 'android:banner': '@drawable/banner' })
  })

  it('requires neither a touch screen nor a television, or Google Play would hide it from the other', () => {
    expect(named('uses-feature')).toEqual([
      { 'android:name': 'android.hardware.touchscreen', 'android:required': 'false' },
      { 'android:name': 'android.software.leanback', 'android:required': 'false' },
    ])
  })

  it('requests only what the app uses, and removes what plugins add for scheduled notifications', () => {
    const permissions = named('uses-permission').map((one) => [
      one['android:name']?.split('.').at(-1),
      one['tools:node'] ?? 'request',
    ])
    expect(permissions).toEqual([
      ['INTERNET', 'request'],
      ['POST_NOTIFICATIONS', 'request'],
      ['RECEIVE_BOOT_COMPLETED', 'remove'],
      ['SCHEDULE_EXACT_ALARM', 'remove'],
    ])
  })

  it('opens links to every page of the site in both languages, and to nothing else', () => {
    const exact = new Set(valuesOf('data', 'path'))
    const prefixes = valuesOf('data', 'pathPrefix')
    const opens = (path: string) => exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix))
    for (const { pattern } of Object.values(pages)) {
      const path = pattern.replace('/:lang?', '').replaceAll(/:\w+/g, '7') || '/'
      for (const language of ['', '/ru', '/uz']) {
        const link = path === '/' ? language || '/' : language + path
        expect(opens(link), link).toBe(true)
      }
    }
    for (const path of exact) expect(matchPage(path), path).not.toBeNull()
    for (const path of [
      '/api/v1/apps/release',
      '/images/1/320.webp',
      '/p/ticket/live/1/v.m3u8',
      '/console/plays',
    ])
      expect(opens(path), path).toBe(false)
  })

  it('gives nothing of a session to a backup', () => {
    expect(named('application')[0]).toMatchObject({
      'android:allowBackup': 'false',
      'android:dataExtractionRules': '@xml/data_extraction_rules',
    })
    const rules = readXml(readFileSync(join(main, 'res/xml/data_extraction_rules.xml'), 'utf8'))
    expect(named('exclude', rules)).toHaveLength(8)
    expect(named('include', rules)).toEqual([])
  })

  it('names resources that exist', () => {
    const files = readdirSync(join(main, 'res'), { recursive: true, encoding: 'utf8' })
    const values = files.filter((file) => file.startsWith('values/'))
    const defined = new Set([
      ...files.map((file) => file.replace(/^(\w+)[-\w]*\/([^.]+)\..*$/, '$1/$2')),
      ...values.flatMap((file) =>
        readXml(readFileSync(join(main, 'res', file), 'utf8')).map(
          ({ name, attributes }) => `${name}/${attributes['name']}`,
        ),
      ),
    ])
    const xml = files.filter((file) => file.endsWith('.xml')).map((file) => join(main, 'res', file))
    for (const file of [join(main, 'AndroidManifest.xml'), ...xml])
      for (const [, used] of readFileSync(file, 'utf8').matchAll(/["'>]@(\w+\/[\w.]+)/g))
        expect(defined, `${file}: ${used}`).toContain(used)
  })
})

describe('[APP-04] the Android project of an operator', () => {
  it('has their id, an ever higher code of the version, and the host of their links', () => {
    const text = operatorProperties(
      optionsOf('--id', 'uz.example.tv', '--app-version', '1.2.3', '--server', 'https://tv.example.uz:8443'),
    )
    expect(text).toContain('applicationId=uz.example.tv\n')
    expect(text).toContain('versionCode=1002003\n')
    expect(text).toContain('linkHost=tv.example.uz\n')
    expect(text).toContain('cleartext=false\n')
    const versions = ['0.0.1', '0.1.0', '0.1.1', '1.0.0', '1.10.0', '2000.999.999'].map(versionCodeOf)
    expect(versions).toEqual(versions.toSorted((one, other) => one - other))
    expect(Math.max(...versions)).toBeLessThanOrEqual(2_100_000_000)
  })

  it('allows servers without a certificate only where one was named or may be typed', () => {
    expect(operatorProperties(optionsOf())).toContain('linkHost=app.invalid\n')
    for (const args of [[], ['--server', 'http://192.168.1.5:8080']])
      expect(operatorProperties(optionsOf(...args))).toContain('cleartext=true\n')
  })

  it('has a name that resources read back, whatever its characters', () => {
    const strings = readXml(androidStrings(optionsOf('--name', `@A & <B> "Bo'sh"`)))
    const name = strings.find(({ attributes }) => attributes['name'] === 'app_name')?.text
    expect(name).toBe(`\\@A & <B> \\"Bo\\'sh\\"`)
  })

  it('has every picture in its size', async () => {
    for (const [file, { width, height }] of Object.entries(androidPictures()))
      expect(await sharp(join(main, 'res', file)).metadata(), file).toMatchObject({
        width,
        height,
        format: 'png',
      })
    expect(androidPictures()['drawable-xhdpi/banner.png']).toMatchObject({ width: 320, height: 180 })
  })
})
