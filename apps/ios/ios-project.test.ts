import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'plist'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readOptions } from '#apps/package/app-options.ts'
import { capacitorDir } from '#apps/phones/stage-project.ts'
import { readXml } from '#tests/kit/apps/read-xml.ts'
import { readXcodeProject, type XcodeObject } from '#tests/kit/apps/read-xcode-project.ts'
import { iosPictures, operatorSettings, withTransport } from './ios-project.ts'

const ios = join(capacitorDir, 'ios')
const app = join(ios, 'App/App')
const plistText = readFileSync(join(app, 'Info.plist'), 'utf8')
const info = parse(plistText) as Readonly<Record<string, unknown>>

function optionsOf(...args: string[]) {
  const read = readOptions(args, '1.2.3')
  if (read.kind !== 'ok') throw new Error(JSON.stringify(read))
  return read.options
}

/** The values of an `.xcconfig`, with those of the files it includes. */
function settingsIn(text: string, dir = ios): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const line of text.split('\n').map((one) => one.trim())) {
    const included = /^#include "(.+)"$/.exec(line)?.[1]
    if (included !== undefined)
      Object.assign(settings, settingsIn(readFileSync(join(dir, included), 'utf8'), dir))
    const [, name, value] = /^([A-Z_]+)\s*=\s*(.*)$/.exec(line) ?? []
    if (name !== undefined) settings[name] = value ?? ''
  }
  return settings
}

describe('[APP-05] Info.plist of the iOS app', () => {
  it('plays in the background, which picture in picture requires too', () => {
    expect(info['UIBackgroundModes']).toEqual(['audio'])
    expect(readFileSync(join(app, 'AppDelegate.swift'), 'utf8')).toContain('setCategory(.playback')
  })

  it('turns with a phone and a tablet, and has light signs in the status bar', () => {
    for (const device of ['', '~ipad'])
      expect(info[`UISupportedInterfaceOrientations${device}`]).toEqual(
        expect.arrayContaining(['UIInterfaceOrientationPortrait', 'UIInterfaceOrientationLandscapeLeft']),
      )
    expect(info['UIStatusBarStyle']).toBe('UIStatusBarStyleLightContent')
    expect(info['UIViewControllerBasedStatusBarAppearance']).toBe(true)
  })

  it('is in both languages of the client', () => {
    expect(info['CFBundleLocalizations']).toEqual(['ru', 'uz'])
  })

  it('allows servers without a certificate only where one was named or may be typed', () => {
    const allows = (text: string) =>
      (parse(text) as { NSAppTransportSecurity: { NSAllowsArbitraryLoads: boolean } }).NSAppTransportSecurity
        .NSAllowsArbitraryLoads
    expect(allows(withTransport(plistText, false))).toBe(false)
    expect(allows(withTransport(plistText, true))).toBe(true)
    expect(() => withTransport('<plist/>', true)).toThrow('NSAllowsArbitraryLoads')
  })
})

describe('[APP-05] the Xcode project', () => {
  const objects = readXcodeProject(join(ios, 'App/App.xcodeproj/project.pbxproj'))
  const ofKind = (isa: string) => [...objects.values()].filter((one) => one.isa === isa)

  it('refers only to objects that are in it', () => {
    const referred = [
      ...ofKind('PBXGroup').flatMap(({ children }) => children as { value: string }[]),
      ...['PBXSourcesBuildPhase', 'PBXResourcesBuildPhase', 'PBXFrameworksBuildPhase'].flatMap((isa) =>
        ofKind(isa).flatMap(({ files }) => files as { value: string }[]),
      ),
    ].map(({ value }) => value)
    expect(referred.length).toBeGreaterThan(10)
    for (const id of referred) expect(objects.has(id), id).toBe(true)
    for (const { baseConfigurationReference: id } of ofKind('XCBuildConfiguration'))
      expect(objects.get(String(id))?.isa).toBe('PBXFileReference')
  })

  it('refers only to files that exist, except those that `cap sync` copies', () => {
    const copied = ['public', 'capacitor.config.json', 'config.xml', 'App.app']
    const nameOf = ({ path }: XcodeObject) => String(path).replaceAll('"', '')
    for (const file of ofKind('PBXFileReference').filter((one) => !copied.includes(nameOf(one)))) {
      const base = file['sourceTree'] === 'SOURCE_ROOT' ? join(ios, 'App') : app
      expect(existsSync(join(base, nameOf(file))), nameOf(file)).toBe(true)
    }
    for (const name of readdirSync(app).filter((one) => one.endsWith('.swift')))
      expect(ofKind('PBXFileReference').map(nameOf)).toContain(name)
  })

  it("takes the operator's data from their file alone, in both configurations", () => {
    const owned = Object.keys(settingsIn(operatorSettings(optionsOf())))
    expect(owned).toContain('PRODUCT_BUNDLE_IDENTIFIER')
    for (const { buildSettings } of ofKind('XCBuildConfiguration'))
      for (const name of owned) expect(Object.keys(buildSettings as object)).not.toContain(name)
    const used = `${plistText}${readFileSync(join(app, 'App.entitlements'), 'utf8')}`
    for (const name of ['debug', 'release']) {
      const settings = settingsIn(readFileSync(join(ios, `${name}.xcconfig`), 'utf8'))
      expect(Object.keys(settings)).toEqual(expect.arrayContaining(owned))
    }
    const builtIn = ['EXECUTABLE_NAME', 'PRODUCT_NAME', 'PRODUCT_MODULE_NAME', 'CAPACITOR_DEBUG']
    for (const [, name = ''] of used.matchAll(/\$\((\w+)\)/g))
      expect([...owned, ...builtIn], name).toContain(name)
  })

  it('opens links to the site of the operator', () => {
    const entitlements = parse(readFileSync(join(app, 'App.entitlements'), 'utf8'))
    expect(entitlements).toEqual({
      'com.apple.developer.associated-domains': ['applinks:$(EKRAN_LINK_HOST)'],
    })
    expect(parse(readFileSync(join(app, 'AppWithPush.entitlements'), 'utf8'))).toEqual({
      ...(entitlements as object),
      'aps-environment': 'development',
    })
    const settings = settingsIn(
      operatorSettings(
        optionsOf('--server', 'https://tv.example.uz', '--name', 'Ekran TV', '--id', 'uz.example.tv'),
      ),
    )
    expect(settings).toMatchObject({
      PRODUCT_BUNDLE_IDENTIFIER: 'uz.example.tv',
      MARKETING_VERSION: '1.2.3',
      CURRENT_PROJECT_VERSION: '1002003',
      EKRAN_APP_NAME: 'Ekran TV',
      EKRAN_LINK_HOST: 'tv.example.uz',
      CODE_SIGN_ENTITLEMENTS: 'App/App.entitlements',
    })
    expect(settingsIn(operatorSettings(optionsOf('--apple-push')))).toMatchObject({
      CODE_SIGN_ENTITLEMENTS: 'App/AppWithPush.entitlements',
    })
  })

  it('has well-formed storyboards and every picture in its size', async () => {
    for (const name of ['LaunchScreen', 'Main'])
      expect(readXml(readFileSync(join(app, `Base.lproj/${name}.storyboard`), 'utf8')).at(-1)?.name).toBe(
        'document',
      )
    for (const [file, { width, height }] of Object.entries(iosPictures)) {
      const path = join(app, 'Assets.xcassets', file)
      // The App Store rejects an icon with an alpha channel.
      expect(await sharp(path).metadata(), file).toMatchObject({ width, height, hasAlpha: false })
      const contents = JSON.parse(readFileSync(join(dirname(path), 'Contents.json'), 'utf8')) as {
        images: { filename: string }[]
      }
      expect(contents.images.map(({ filename }) => filename)).toEqual([file.split('/')[1]])
    }
  })
})
