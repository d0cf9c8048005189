/** iPhone and iPad: an Xcode project whose packages are resolved by Swift's package manager, without CocoaPods. */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { linkHostOf, mayUsePlainHttp, versionCodeOf, type AppOptions } from '#apps/package/app-options.ts'
import { drawPicture, type Picture } from '#apps/package/icons.ts'
import { archiveName, packProject, stageProject, synchronise } from '#apps/phones/stage-project.ts'

const assets = 'ios/App/App/Assets.xcassets'

/** The pictures of the package, below its assets. */
export const iosPictures: Readonly<Record<string, Picture>> = {
  'AppIcon.appiconset/AppIcon-512@2x.png': { width: 1024, height: 1024, share: 0.7 },
  'Splash.imageset/splash.png': { width: 2732, height: 2732, share: 0.12 },
}

/** `Operator.xcconfig`, which both configurations of the project include. */
export function operatorSettings(options: AppOptions): string {
  return [
    "// The operator's data; written by `npm run apps -- --only ios`.",
    `PRODUCT_BUNDLE_IDENTIFIER = ${options.id}`,
    `MARKETING_VERSION = ${options.version}`,
    `CURRENT_PROJECT_VERSION = ${versionCodeOf(options.version)}`,
    `EKRAN_APP_NAME = ${options.name}`,
    '// The host whose links open the app. `app.invalid` is none.',
    `EKRAN_LINK_HOST = ${linkHostOf(options) ?? 'app.invalid'}`,
    `CODE_SIGN_ENTITLEMENTS = App/${options.applePush ? 'AppWithPush' : 'App'}.entitlements`,
    '// The team of your account at developer.apple.com; its file is included when it exists.',
    '#include? "Team.xcconfig"',
    '',
  ].join('\n')
}

/** The `Info.plist` of an app that may use servers without a certificate, or not. */
export function withTransport(plist: string, mayBePlain: boolean): string {
  const setting = /(<key>NSAllowsArbitraryLoads<\/key>\s*)<(?:true|false)\/>/
  if (!setting.test(plist)) throw new Error('Info.plist has no NSAllowsArbitraryLoads')
  return plist.replace(setting, `$1<${mayBePlain}/>`)
}

/** Completes the project for an operator and packs it into `outDir`. `client`: the built client. Returns the archive. */
export async function packIos(client: string, outDir: string, options: AppOptions): Promise<string> {
  const dir = join(dirname(client), 'ios-project')
  await stageProject({ system: 'ios', client, dir }, options)
  await writeFile(join(dir, 'ios/Operator.xcconfig'), operatorSettings(options))
  const plist = join(dir, 'ios/App/App/Info.plist')
  await writeFile(plist, withTransport(await readFile(plist, 'utf8'), mayUsePlainHttp(options)))
  for (const [file, picture] of Object.entries(iosPictures))
    await writeFile(join(dir, assets, file), await drawPicture(picture))
  synchronise(dir, 'ios')
  return packProject(dir, join(outDir, archiveName(options, 'ios')), 'ios', options)
}
